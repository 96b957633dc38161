/** Remarks about unconverted rows whose amounts are easily misread. */
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Coin } from '#shared/source.ts'

/** Kinds of rows that name tokens. */
const OF_TOKENS: ReadonlySet<string> = new Set([
  'transfer',
  'token-balance',
  'state-change',
  'advanced-filter',
])

export function rawAmountNote(list: ListId, { contract, withdrawals }: Coin): string | undefined {
  const { resource } = listEndpoint(list)
  if (resource === 'withdrawal' && withdrawals)
    return `Withdrawals of this chain are paid in ${withdrawals.symbol} (${withdrawals.token}): the amount, divided by ${String(withdrawals.divisor)}, is in its smallest unit.`
  if (contract !== undefined && OF_TOKENS.has(resource))
    return `The token ${contract} is the coin of this chain: what of it a transaction or a call tells as well counts once.`
  return undefined
}
