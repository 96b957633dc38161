/** Decides which rows are hidden as empty, and which can be asked again. */
import { NEVER, type AddressOnChain } from '#shared/rpc/contract/everywhere.ts'

/** True for an answer with no balance, no token and no activity. A row with an unknown or unreadable part is not empty. */
export function isEmptyRow(row: AddressOnChain | undefined): boolean {
  if (row?.state !== 'answered' || row.missing.length > 0) return false
  const { isKnown, balance, tokens, last } = row.facts
  if (isKnown === false) return true
  const hasNoTokens = tokens !== null && tokens.isAll && tokens.priced + tokens.unpriced + tokens.scam === 0
  return balance !== null && /^0+$/.test(balance) && last === NEVER && hasNoTokens
}

/** A source refused because its rows equal those of another can't be asked alone: its answer would look right then. */
export const canRetry = (row: AddressOnChain | undefined): boolean =>
  row?.state === 'failed' && !(row.otherChain && 'sameAs' in row.otherChain)
