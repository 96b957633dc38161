/** Which rows are asked by their columns. Those are made as rows are written, and know nothing of a chain's coin. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { RowContext } from '#shared/query/row-fields.ts'

/** False where an amount is another one with what is known of the coin, and where two rows can tell the same move of it. */
export function areInColumns(resource: Resource, { coin }: Pick<RowContext, 'coin'>): boolean {
  if (resource === 'withdrawal') return coin.withdrawals === undefined
  if (resource === 'state-change' || resource === 'advanced-filter') return coin.contract === undefined
  return true
}
