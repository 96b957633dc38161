import { computed, ref, shallowRef } from 'vue'
import { growsAtHead, listEndpoint } from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import { LIST_WORDS } from '../columns/list-words.ts'
import { useImitations } from '../poisoning/use-imitations.ts'
import { useRefusedFilters } from '../source-filters/use-refused-filters.ts'
import type { ListSubject, ListViewProps } from '../context/list-view-context.ts'

export function useListSubject(
  props: Readonly<ListViewProps>,
  setFilters: (filters: Filters) => void,
): ListSubject {
  const settings = useSettings()
  const sources = useSources()
  const workspace = useWorkspace()
  const pane = usePane()
  const refused = useRefusedFilters(
    () => props.source,
    () => props.list,
    () => props.filters,
    setFilters,
  )
  const endpoint = computed(() => {
    const filters = refused.available.value
    return { ...listEndpoint(props.list), filters: props.merged?.filters(filters) ?? filters }
  })
  const presentation = computed(() => LIST_WORDS[props.list])
  return {
    props,
    setFilters,
    refused,
    endpoint,
    presentation,
    filters: computed(() => props.filters),
    source: computed(() => sources.byId(props.source)),
    name: computed(() => props.title ?? $gettext(presentation.value.title)),
    pictures: computed(() => (endpoint.value.resource === 'nft' ? settings.nftView : undefined)),
    isLive: computed(() => growsAtHead(props.list) && !('sort' in props.filters)),
    query: computed(() => ({
      source: props.source,
      list: props.list,
      params: props.params,
      filters: refused.accepted.value,
      others: props.merged?.others,
    })),
    imitations: useImitations(
      () => props.source,
      () => props.ownAddress,
    ),
    isSplit: computed(() => pane !== undefined && workspace.current.panes.length > 1),
    beside: shallowRef(),
    isChecking: ref(false),
    checked: shallowRef(),
  }
}
