import { useInfiniteQuery } from '@tanstack/vue-query'
import {
  computed,
  onScopeDispose,
  ref,
  shallowRef,
  toValue,
  watch,
  type ComputedRef,
  type MaybeRefOrGetter,
  type Ref,
} from 'vue'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import type { Cursor, Page, PageNotice, UnreadItem } from '#shared/lists/page.ts'
import { useCore } from '#renderer/lib/use-core.ts'

export interface WholeList<Id extends ListId> {
  /** What is read so far, each item once. */
  readonly items: ComputedRef<readonly ListItem<Id>[]>
  readonly unread: ComputedRef<readonly UnreadItem[]>
  readonly notice: ComputedRef<PageNotice | undefined>
  /** The last page is there. */
  readonly ended: ComputedRef<boolean>
  readonly loading: ComputedRef<boolean>
  /** What is read stays; `again` goes on where it failed. */
  readonly error: ComputedRef<ChainglassError | undefined>
  /** Seconds until it goes on by itself, where the source asked to wait. */
  readonly waits: Ref<number | undefined>
  again(): void
  /** From its first page, whatever is read: where the list itself has changed. */
  readAnew(): void
}

/** A list read to its end, page after page: for one that is looked at as a whole, and is short by nature. */
export function useWholeList<Id extends ListId>(
  list: Id,
  source: MaybeRefOrGetter<string>,
  params: MaybeRefOrGetter<Record<string, string> | undefined>,
): WholeList<Id> {
  const core = useCore()
  const query = useInfiniteQuery({
    queryKey: computed(() => ['whole', list, toValue(source), toValue(params)]),
    enabled: computed(() => toValue(params) !== undefined),
    initialPageParam: null as Cursor | null,
    queryFn: async ({ signal, pageParam }): Promise<Page<ListItem<Id>>> => {
      const input = {
        source: toValue(source),
        list,
        params: toValue(params) ?? {},
        filters: {},
        cursor: pageParam,
      }
      const answer = await core.call('lists.page', input, { signal })
      if (!answer.ok) throw new ChainglassFailure(answer.error)
      return answer.data as Page<ListItem<Id>>
    },
    getNextPageParam: (page) => page.next,
  })
  const { data, error, isFetching, hasNextPage } = query

  watch([isFetching, hasNextPage, error], ([fetching, more, failed]) => {
    if (!fetching && more && !failed) void query.fetchNextPage()
  })

  const again = () => void (data.value ? query.fetchNextPage() : query.refetch())
  const failure = computed(() => (error.value instanceof ChainglassFailure ? error.value.error : undefined))
  const waits = useWait(failure, again)
  const read = computed(() => uniqueItems(data.value?.pages ?? []))

  return {
    items: read,
    unread: computed(() => data.value?.pages.flatMap((page) => page.unread) ?? []),
    notice: computed(() => data.value?.pages.findLast((page) => page.notice)?.notice),
    ended: computed(() => data.value !== undefined && !hasNextPage.value),
    loading: computed(() => isFetching.value),
    error: failure,
    waits,
    again,
    readAnew: () => void query.refetch(),
  }
}

function uniqueItems<Item>(pages: readonly Page<Item>[]): readonly Item[] {
  const items = new Map<string, Item>()
  for (const page of pages)
    page.items.forEach((item, at) => {
      const key = page.keys[at] ?? `#${String(items.size)}`
      if (!items.has(key)) items.set(key, item)
    })
  return [...items.values()]
}

/** Counts down what a source asked to wait, and then goes on. */
function useWait(error: Ref<ChainglassError | undefined>, goOn: () => void): Ref<number | undefined> {
  const left = shallowRef<number>()
  const until = ref(0)
  let timer: ReturnType<typeof setInterval> | undefined
  const stop = () => {
    clearInterval(timer)
    left.value = undefined
  }
  watch(error, (now) => {
    stop()
    if (now?.code !== 'rate_limited') return
    until.value = Date.now() + now.retryAfterMs
    const tick = () => {
      left.value = Math.max(0, Math.ceil((until.value - Date.now()) / 1000))
      if (left.value > 0) return
      stop()
      goOn()
    }
    timer = setInterval(tick, 1000)
    left.value = Math.ceil(now.retryAfterMs / 1000)
  })
  onScopeDispose(stop)
  return left
}
