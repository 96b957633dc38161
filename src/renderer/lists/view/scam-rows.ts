import { isScamItem } from '#shared/chain/reputation.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { RowDealings } from '../poisoning/row-dealings.ts'
import type { FoldReason } from '../rows/row-view.ts'

/** Why a row is folded away, if it is. */
export function foldReason(
  row: GridRow,
  own: string | ReadonlySet<string> | undefined,
  dealings: RowDealings,
): FoldReason | undefined {
  if (isScamRow(row, own)) return 'scam'
  return dealings.isPoisoning(row) ? 'poisoning' : undefined
}

/** What the list is of does not count. */
const isScamRow = (row: GridRow, own: string | ReadonlySet<string> | undefined): boolean =>
  row.kind === 'item' && isScamItem(row.item as object, own)
