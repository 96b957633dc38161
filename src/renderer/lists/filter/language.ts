/** The filter language, and what of the window needs it: one part, loaded when a filter or totals are first used. */
import type { Queried } from '#shared/query/row-fields.ts'
import { compileForText, compileQuery } from '#shared/query/compile-query.ts'
import type { Query } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

export { default as TotalsPanel } from '../totals/TotalsPanel.vue'
export { default as FilterAssistant } from './FilterAssistant.vue'
export { default as FilterHelp } from './FilterHelp.vue'
export { default as FilterLine } from './FilterLine.vue'
export { filterBy } from './filter-by.ts'
export { readFilter } from './read-filter.ts'

/** Whether a row is one that is asked for; of a row that could not be read, its text is searched. */
export function rowTest(query: Query, resource: Queried, context: RowContext): (row: GridRow) => boolean {
  const fits = compileQuery(query, resource, context)
  const fitsText = compileForText(query)
  return (row) => {
    if (row.kind === 'gap') return false
    return row.kind === 'item' ? fits(row.item as object) : fitsText(row.unread.raw)
  }
}
