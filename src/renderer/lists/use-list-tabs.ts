/** The lists of one thing as tabs of its page: which of them is open, by the URL, and how many rows each has. */
import { computed, shallowReactive, shallowRef, watch, type ComputedRef } from 'vue'
import { useRoute, useRouter, type RouteLocationRaw } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { MAX_TAB_COUNT } from '#shared/lists/list-endpoint.ts'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import type { CountingDetail } from '#shared/lists/list-endpoint.ts'
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
import { FILTER_PARAM, filterOfQuery, filtersOfQuery, queryOfFilters } from './toolbar/url-filters.ts'

export interface ListTabsOptions {
  /** The thing whose lists these are. */
  readonly owner: ListOwner
  /** False for a list that this thing can't have. */
  readonly isOffered?: (list: ListId) => boolean
  /** The route of the page with the tab of this slug open. */
  readonly routeOf: (slug: string) => RouteLocationRaw
  /** The tab before those of its lists that shows something else, and that the page opens on. */
  readonly landing?: Pick<PageTab, 'id' | 'title'>
  /** Tabs beside those of its lists, that show something else. */
  readonly others?: readonly Pick<PageTab, 'id' | 'title'>[]
  /** False for one of these that this thing can't have. */
  readonly isOtherOffered?: (id: string) => boolean
  /** What is known of the thing: the table says which field of it counts a list. */
  readonly details: () => { readonly [Id in CountingDetail]?: DetailItem<Id> | undefined }
}

export interface ListTabs {
  /** The list of the open tab. */
  readonly list: ComputedRef<ListId>
  /** The id of the open tab. */
  readonly slug: ComputedRef<string>
  /** Whether it shows a list. */
  readonly showsList: ComputedRef<boolean>
  readonly tabs: ComputedRef<readonly PageTab[]>
  /** How the rows of the open tab can be presented: one way of most. */
  readonly presentations: ComputedRef<readonly (PageTab & { readonly isOpen: boolean })[]>
  /** One command for each tab, with its number as its key. */
  readonly commands: ComputedRef<readonly Command[]>
  readonly filters: ComputedRef<Filters>
  /** How many rows the open list has, as the source counts them; null where it does not. */
  readonly total: ComputedRef<string | null>
  readonly onStatus: (status: ListStatus) => void
  readonly onFilters: (filters: Filters) => void
}

/** The list whose tab is open by the `tab` of a URL; undefined where it names none. */
export const findListOfTab = (owner: ListOwner, tab: unknown): ListId | undefined =>
  listsOf(owner)
    .flatMap(presentationsOf)
    .find((id) => listEndpoint(id).slug === tab)

/** The same; the first one where it names none. */
export function listOfTab(owner: ListOwner, tab: unknown): ListId {
  const list = findListOfTab(owner, tab) ?? listsOf(owner)[0]
  if (list === undefined) throw new Error(`The table has no list of ${owner}.`)
  return list
}

/** The open tab, where it shows no list. */
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
  /** Of the lists of the thing in front. */
  const statuses = shallowReactive(new Map<ListId, ListStatus>())
  watch(
    () => route.path,
    () => {
      statuses.clear()
    },
    { flush: 'sync' },
  )

  const list = computed(() => listOfTab(owner, route.query.tab))
  /** The list whose tab it is: another presentation of its rows stands in the same one. */
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

  /** What the source counts, else what is loaded: `50+` where more is there, or may be. */
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
      // A filtered list says nothing of all its rows.
      if (Object.keys(filters.value).length === 0) statuses.set(list.value, status)
      statusBar.showList(status, LIST_WORDS[list.value].noun)
    },
    onFilters,
  }
}

/** The filters of the source, which the URL has. */
function useFiltersOfUrl(list: ComputedRef<ListId>): Pick<ListTabs, 'filters' | 'onFilters'> {
  const route = useRoute()
  const router = useRouter()
  /** Until the URL has what was chosen: the next choice is made of it. */
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
