import type { Ref } from 'vue'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import { conditionOf } from './condition-of.ts'
import { withCondition } from './with-condition.ts'

/** The filter of a list, as far as a condition is added to it. */
interface AskedFilter {
  readonly text: Readonly<Ref<string>>
  readonly resource: Readonly<Ref<Resource>>
  readonly rowContext: Readonly<Ref<RowContext>>
  ask(text: string): void
}

/** Adds the condition that a value in a row stands for to what is asked. `column`: undefined in a picture. */
export function filterBy(
  filter: AskedFilter,
  row: GridRow | undefined,
  column: AnyListColumn | undefined,
  copy: string | undefined,
  context: CellContext,
): void {
  if (row?.kind !== 'item') return
  const text = column?.text(row.item as never, context) ?? ''
  const condition = conditionOf(
    { item: row.item as object, column: column?.id ?? '', copy, text },
    filter.resource.value,
    filter.rowContext.value,
  )
  if (condition !== undefined) filter.ask(withCondition(filter.text.value, condition))
}
