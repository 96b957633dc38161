/** Decides whether rows can be asked by their columns, which are written without facts about the chain's coin. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { RowContext } from '#shared/query/row-fields.ts'

/** False if facts about the coin change an amount, or if two rows can give the same movement of the coin. */
export function areInColumns(resource: Resource, { coin }: Pick<RowContext, 'coin'>): boolean {
  if (resource === 'withdrawal') return coin.withdrawals === undefined
  if (resource === 'state-change' || resource === 'advanced-filter') return coin.contract === undefined
  return true
}
