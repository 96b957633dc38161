import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import { conditionOf } from './condition-of.ts'
import type { RowFilter } from './row-filter.ts'
import { withCondition } from './with-condition.ts'

/**
 * Adds the condition for a value of a row to the filter. `column`: the index of the shown column; undefined for a
 * picture.
 */
export function filterBy(
  filter: RowFilter,
  row: GridRow | undefined,
  column: AnyListColumn | undefined,
  copy: string | undefined,
  context: CellContext,
): void {
  if (row?.kind !== 'item') return
  const text = column?.text(row.item as never, context) ?? ''
  const condition = conditionOf(
    { item: row.item as object, column: column?.id ?? '', copy, text },
    filter.kind.value,
    filter.rowContext.value,
  )
  if (condition !== undefined) filter.ask(withCondition(filter.text.value, condition))
}
