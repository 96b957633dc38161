/** The filter of a list: its text, its query and its errors. */
import { computed } from 'vue'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { FILTER_PARAM } from '../source-filters/url-filters.ts'
import type { RowFilter } from './row-filter.ts'
import { useTypedFilter } from './use-typed-filter.ts'

export function useRowFilter(kind: () => Resource, context: () => CellContext): RowFilter {
  const typed = useTypedFilter({ param: FILTER_PARAM, kind, context })
  const { asked, parsed } = typed
  return {
    ...typed,
    kind: computed(kind),
    asked: computed(() => (parsed.value.query ? asked.value : '')),
    query: computed(() => parsed.value.query),
  }
}
