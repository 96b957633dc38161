/** The lists of one subject as tabs of its page: the open tab, from the URL, and the number of rows of each. */
import { computed, shallowReactive, shallowRef, watch, type ComputedRef } from 'vue'
import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { MAX_TAB_COUNT, type CountingDetail } from '#shared/lists/list-endpoint.ts'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import {
  listEndpoint,
  listsOf,
  presentationsOf,
  type ListId,
  type ListOwner,
} from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { Command } from '#renderer/stores/commands.ts'
import { tabCommands } from '#renderer/stores/tab-commands.ts'
import { useStatusBar, type ListStatus } from '#renderer/stores/status-bar.ts'
import type { PageTab } from '#renderer/ui/page-tab.ts'
import { LIST_WORDS } from './columns/list-words.ts'
import { FILTER_PARAM, filterOfQuery, filtersOfQuery, queryOfFilters } from './source-filters/url-filters.ts'

export interface ListTabsOptions {
  /** The kind of subject that the lists belong to. */
  readonly owner: ListOwner
  /** Returns false for a list that this subject can't have. */
  readonly isOffered?: (list: ListId) => boolean
  /** The route of the page with this tab open. */
  readonly routeOf: (slug: string) => RouteLocationRaw
  /** A tab before the lists that shows something else. The page opens on it. */
  readonly landing?: Pick<PageTab, 'id' | 'title'>
  /** Tabs after the lists that show something else. */
  readonly others?: readonly Pick<PageTab, 'id' | 'title'>[]
  /** Returns false for one of `others` that this subject can't have. */
  readonly isOtherOffered?: (id: string) => boolean
  /** The subject's loaded details. The table of lists names the field that counts a list. */
  readonly details: () => { readonly [Id in CountingDetail]?: DetailItem<Id> | undefined }
}

export interface ListTabs {
  readonly list: ComputedRef<ListId>
  readonly slug: ComputedRef<string>
  /** The open tab shows a list. */
  readonly showsList: ComputedRef<boolean>
  readonly tabs: ComputedRef<readonly PageTab[]>
  /** Ways to present the rows of the open tab; for most lists there is one. */
  readonly presentations: ComputedRef<readonly (PageTab & { readonly isOpen: boolean })[]>
  /** A command for each tab, with its number as the key. */
  readonly commands: ComputedRef<readonly Command[]>
  readonly filters: ComputedRef<Filters>
  /** The source's count of rows in the open list; null where it has none. */
  readonly total: ComputedRef<string | null>
  readonly onStatus: (status: ListStatus) => void
  readonly onFilters: (filters: Filters) => void
}

/** The list of the tab named in a URL; undefined where the URL names none. */
export const findListOfTab = (owner: ListOwner, tab: unknown): ListId | undefined =>
  listsOf(owner)
    .flatMap(presentationsOf)
    .find((id) => listEndpoint(id).slug === tab)

/** The list of the tab named in a URL, else the subject's first list. Throws where the subject has no list. */
export function listOfTab(owner: ListOwner, tab: unknown): ListId {
  const list = findListOfTab(owner, tab) ?? listsOf(owner)[0]
  if (list === undefined) throw new Error(`The table has no list of ${owner}.`)
  return list
}

/** The open tab, where it shows something other than a list. */
const otherTab = (
  { owner, landing, others }: Pick<ListTabsOptions, 'owner' | 'landing' | 'others'>,
  tab: unknown,
) => others?.find(({ id }) => id === tab) ?? (findListOfTab(owner, tab) ? undefined : landing)

const otherTabs = (of: readonly Pick<PageTab, 'id' | 'title'>[], routeOf: ListTabsOptions['routeOf']) =>
  of.map(({ id, title }): PageTab => ({ id, title: $gettext(title), to: routeOf(id) }))

function tabCountOf(known: ReturnType<ListTabsOptions['details']>, id: ListId): number | undefined {
  const { tabCounter } = listEndpoint(id)
  const count = tabCounter && known['address-tab-counters']?.[tabCounter]
  return typeof count === 'number' ? count : undefined
}

export function useListTabs({
  owner,
  isOffered,
  routeOf,
  landing,
  others,
  isOtherOffered,
  details,
}: ListTabsOptions): ListTabs {
  const route = useRoute()
  const router = useRouter()
  const statusBar = useStatusBar()
  const lists = listsOf(owner)
  /** Status of the lists of the current page. */
  const statuses = shallowReactive(new Map<ListId, ListStatus>())
  watch(
    () => route.path,
    () => {
      statuses.clear()
    },
    { flush: 'sync' },
  )

  const list = computed(() => listOfTab(owner, route.query.tab))
  /** The list of the open tab. A list that only presents the same rows otherwise has no tab of its own. */
  const tabList = computed(() => lists.find((id) => presentationsOf(id).includes(list.value)) ?? list.value)
  const other = computed(() => otherTab({ owner, landing, others }, route.query.tab))
  const slug = computed(() => other.value?.id ?? listEndpoint(tabList.value).slug)
  const { filters, onFilters } = useFiltersOfUrl(list)

  function totalOf(id: ListId): string | null {
    const { counter } = listEndpoint(id)
    if (!counter) return null
    const item = details()[counter.detail]
    const total = item?.[counter.field]
    return /^\d+$/.test(String(total)) ? String(total) : null
  }

  /** The source's count, else the number of loaded rows: `50+` where there are, or may be, more. */
  function countOf(id: ListId): string | undefined {
    const total = totalOf(id)
    const { counter } = listEndpoint(id)
    const isPartial = counter !== undefined && details()[counter.detail]?.counted_since_block != null
    if (total !== null) return formatCount(total) + (isPartial ? '+' : '')
    const { loaded, complete } = statuses.get(id) ?? { loaded: 0, complete: false }
    const counted = tabCountOf(details(), id)
    if (!complete && loaded <= MAX_TAB_COUNT && counted !== undefined)
      return counted > MAX_TAB_COUNT ? `${String(MAX_TAB_COUNT)}+` : String(counted)
    if (loaded === 0) return complete ? '0' : undefined
    return formatCount(loaded) + (complete ? '' : '+')
  }

  const tabs = computed((): readonly PageTab[] => [
    ...otherTabs(landing ? [landing] : [], routeOf),
    ...lists
      .filter((id) => isOffered?.(id) ?? true)
      .map((id) => ({
        id: listEndpoint(id).slug,
        title: $gettext(LIST_WORDS[id].title),
        count: countOf(id),
        to: routeOf(listEndpoint(id).slug),
      })),
    ...otherTabs(
      (others ?? []).filter(({ id }) => (isOtherOffered?.(id) ?? true) || id === other.value?.id),
      routeOf,
    ),
  ])

  return {
    list,
    slug,
    showsList: computed(() => other.value === undefined),
    tabs,
    presentations: computed(() => presentationTabs(tabList.value, list.value, routeOf)),
    filters,
    total: computed(() => totalOf(list.value)),
    commands: computed(() => tabCommands(router, tabs.value, slug.value)),
    onStatus(status) {
      // A filtered list does not know the number of all rows.
      if (Object.keys(filters.value).length === 0) statuses.set(list.value, status)
      statusBar.showList(status, LIST_WORDS[list.value].noun)
    },
    onFilters,
  }
}

/** The filters of the source, kept in the URL. */
function useFiltersOfUrl(list: ComputedRef<ListId>): Pick<ListTabs, 'filters' | 'onFilters'> {
  const route = useRoute()
  const router = useRouter()
  /** The filters that a person just chose, until the URL has them. A further choice starts from them. */
  const chosen = shallowRef<{ readonly of: ListId; readonly filters: Filters }>()
  return {
    filters: computed(() =>
      chosen.value?.of === list.value ? chosen.value.filters : filtersOfQuery(list.value, route.query),
    ),
    onFilters(filters) {
      const where = filterOfQuery(route.query)
      const query = queryOfFilters(filters, listEndpoint(list.value).slug)
      const choice = { of: list.value, filters }
      chosen.value = choice
      void router
        .replace({ query: where === '' ? query : { ...query, [FILTER_PARAM]: where } })
        .finally(() => {
          if (chosen.value === choice) chosen.value = undefined
        })
    },
  }
}

const presentationTabs = (of: ListId, open: ListId, routeOf: ListTabsOptions['routeOf']) =>
  presentationsOf(of).map((id) => ({
    id: listEndpoint(id).slug,
    title: id === of ? $gettext('One by one') : $gettext(LIST_WORDS[id].title),
    isOpen: id === open,
    to: routeOf(listEndpoint(id).slug),
  }))
