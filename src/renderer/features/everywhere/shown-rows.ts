/** Which rows are hidden as empty, and which can be asked again. */
import { NEVER, type AddressOnChain } from '#shared/rpc/contract/everywhere.ts'

/** Certainly nothing: no balance, no token, no activity. What is not known, or could not be read, is not empty. */
export function isEmptyRow(row: AddressOnChain | undefined): boolean {
  if (row?.state !== 'answered' || row.missing.length > 0) return false
  const { isKnown, balance, tokens, last } = row.facts
  if (isKnown === false) return true
  const hasNoTokens = tokens !== null && tokens.isAll && tokens.priced + tokens.unpriced + tokens.scam === 0
  return balance !== null && /^0+$/.test(balance) && last === NEVER && hasNoTokens
}

/** One that was refused for having the rows of another would look right if it were asked without that one. */
export const canRetry = (row: AddressOnChain | undefined): boolean =>
  row?.state === 'failed' && !(row.otherChain && 'sameAs' in row.otherChain)
