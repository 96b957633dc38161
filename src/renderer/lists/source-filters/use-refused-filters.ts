import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Filter } from '#shared/lists/filters.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import type { ListState } from '../model/list-snapshot.ts'
import { FILTER_LABELS } from './filter-labels.ts'

/** The filters of a list, without those that its source has refused. */
export interface RefusedFilters {
  /** The filters that are sent to the source. */
  readonly accepted: ComputedRef<Filters>
  /** The filters that the toolbar offers. */
  readonly available: ComputedRef<Readonly<Record<string, Filter>>>
  /** Names the removed filters and the reason; empty where none was removed. */
  readonly message: Readonly<ShallowRef<string>>
  /**
   * Takes each state of the list. After an error about a filter, removes the filter and offers it no more for this
   * source.
   */
  readonly follow: (state: ListState) => void
}

/** Key of a refused filter. It has the dialect, since another version of the server may support the filter. */
const filterKey = (dialect: string | undefined, list: ListId, filter: string) =>
  [dialect ?? '', list, filter].join(' ')

/** Returns a function that leaves out filters that a source has refused. */
export function useAcceptedFilters(): <Value>(
  source: string,
  list: ListId,
  filters: Record<string, Value>,
) => Record<string, Value> {
  const settings = useSettings()
  const sources = useSources()
  return (source, list, filters) => {
    const refused = settings.refusedFilters[source]
    if (!refused) return filters
    const dialect = sources.byId(source)?.dialect
    const kept = Object.entries(filters).filter(([name]) => !refused.includes(filterKey(dialect, list, name)))
    return kept.length === Object.keys(filters).length ? filters : Object.fromEntries(kept)
  }
}

export function useRefusedFilters(
  source: () => string,
  list: () => ListId,
  filters: () => Filters,
  change: (filters: Filters) => void,
): RefusedFilters {
  const settings = useSettings()
  const sources = useSources()
  const withoutRefused = useAcceptedFilters()
  const message = shallowRef('')
  const accepted = computed(() => withoutRefused(source(), list(), filters()))

  watch([source, list], () => (message.value = ''))
  watch(
    () => Object.keys(filters()).filter((name) => !(name in accepted.value)),
    (names) => {
      if (names.length === 0) return
      const labels = [...new Set(names.map((name) => `“${$gettext(FILTER_LABELS[name] ?? name)}”`))].join(
        ', ',
      )
      const host = sources.byId(source())?.host ?? $gettext('The source')
      message.value = $gettext(
        '%{host} does not know the filter %{labels}. It was taken back, and is not offered for this source.',
        { host, labels },
      )
      change(accepted.value)
    },
    { immediate: true },
  )

  return {
    accepted,
    message,
    available: computed(() => withoutRefused(source(), list(), { ...listEndpoint(list()).filters })),
    follow(state) {
      if (state.kind !== 'error') return
      const names = filtersRefusedBy(state.error, list(), accepted.value)
      if (names.length === 0) return
      const { [source()]: before = [], ...others } = settings.refusedFilters
      const dialect = sources.byId(source())?.dialect
      const all = new Set([...before, ...names.map((name) => filterKey(dialect, list(), name))])
      void settings.change({ refusedFilters: { ...others, [source()]: [...all].slice(-100) } })
    },
  }
}

/** Only filters that some servers do not support. Of the others it is the value that the server refuses. */
function filtersRefusedBy(error: ChainglassError, list: ListId, sent: Filters): string[] {
  if (error.code !== 'invalid_input') return []
  if (error.reason !== 'refused_by_server' && error.reason !== 'filter_unknown_to_server') return []
  const known = listEndpoint(list).filters
  const names = Object.keys(sent).filter((name) => known[name]?.dialects !== undefined)
  const blamed = names.filter((name) => name === error.field)
  const found = blamed.length > 0 || error.field !== undefined ? blamed : names
  // The parameter `order` has no meaning without `sort`.
  return found.some((name) => name === 'sort' || name === 'order')
    ? [...new Set([...found, ...names.filter((name) => name === 'sort' || name === 'order')])]
    : found
}
