import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Filter } from '#shared/lists/filters.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { FILTER_LABELS } from './filter-labels.ts'

/** What the filters of a list are, less those that its source was seen to refuse. */
export interface RefusedFilters {
  /** Of `filters`, what the source is asked with. */
  readonly asked: ComputedRef<Filters>
  /** Which can be offered. */
  readonly offered: ComputedRef<Readonly<Record<string, Filter>>>
  /** What there is to say about a filter that was taken back. */
  readonly said: Readonly<ShallowRef<string>>
  /** An error of the list: a filter that it is about is taken back, and kept in mind for this source. */
  see(error: ChainglassError): void
}

/** Tells a filter of a list from others of its source; another version of the server may know it. */
const nameOf = (dialect: string | undefined, list: ListId, filter: string) =>
  [dialect ?? '', list, filter].join(' ')

/** The filters that a source is asked with: those it refused before are left out. */
export function useAskedFilters(): <Value>(
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
    const kept = Object.entries(filters).filter(([name]) => !refused.includes(nameOf(dialect, list, name)))
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
  const askedOf = useAskedFilters()
  const said = shallowRef('')
  const asked = computed(() => askedOf(source(), list(), filters()))

  watch([source, list], () => (said.value = ''))
  watch(
    () => Object.keys(filters()).filter((name) => !(name in asked.value)),
    (names) => {
      if (names.length === 0) return
      const labels = [...new Set(names.map((name) => `“${FILTER_LABELS[name] ?? name}”`))].join(', ')
      const host = sources.byId(source())?.host ?? 'The source'
      said.value = `${host} does not know the filter ${labels}. It was taken back, and is not offered for this source.`
      change(asked.value)
    },
    { immediate: true },
  )

  return {
    asked,
    said,
    offered: computed(() => askedOf(source(), list(), { ...listEndpoint(list()).filters })),
    see(error) {
      const names = refusedBy(error, list(), asked.value)
      if (names.length === 0) return
      const { [source()]: before = [], ...others } = settings.refusedFilters
      const dialect = sources.byId(source())?.dialect
      const all = new Set([...before, ...names.map((name) => nameOf(dialect, list(), name))])
      void settings.change({ refusedFilters: { ...others, [source()]: [...all].slice(-100) } })
    },
  }
}

/** Only a filter that not every server knows: of others it is the value that was refused. */
function refusedBy(error: ChainglassError, list: ListId, asked: Filters): string[] {
  if (error.code !== 'invalid_input') return []
  if (error.reason !== 'refused_by_server' && error.reason !== 'filter_unknown_to_server') return []
  const known = listEndpoint(list).filters
  const names = Object.keys(asked).filter((name) => known[name]?.dialects !== undefined)
  const named = names.filter((name) => name === error.field)
  const found = named.length > 0 || error.field !== undefined ? named : names
  // An order without what is ordered by says nothing.
  return found.some((name) => name === 'sort' || name === 'order')
    ? [...new Set([...found, ...names.filter((name) => name === 'sort' || name === 'order')])]
    : found
}
