import { computed, shallowRef, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { SourceNotice } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useMonotonicNow } from '#renderer/stores/clock.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import type { GridRow, UnreadRow } from '#renderer/ui/grid/grid-row.ts'
import { useListCache } from './list-cache.ts'
import type { ListRows } from './list-rows.ts'
import { isLoading, secondsToRetry } from './list-snapshot.ts'
import type { OpenList } from './open-list.ts'
import { retryWhenConnected } from './retry-when-connected.ts'

export interface CompleteList<Id extends ListId> {
  /** Items read so far. */
  readonly items: ComputedRef<readonly ListItem<Id>[]>
  readonly unread: ComputedRef<readonly UnreadRow[]>
  readonly notice: ComputedRef<SourceNotice | null>
  /** The last page is read. */
  readonly isComplete: ComputedRef<boolean>
  readonly isLoading: ComputedRef<boolean>
  /** The error of the last page. Items read so far stay. */
  readonly error: ComputedRef<ChainglassError | undefined>
  /** Seconds until the next automatic attempt; undefined where there is none. */
  readonly secondsToRetry: ComputedRef<number | undefined>
  /** Reads on from the page that failed. */
  retry(): void
  /** Reads the list again from its first page: for a list that has changed as a whole. */
  restart(): void
}

/** All rows, in the order of the source. */
const ALL = { text: '', sort: null, folds: false, zone: 'utc' } as const

interface ReadRows {
  readonly of: OpenList
  /** Revision of the rows that were read. */
  readonly revision: string
  readonly rows: readonly GridRow[]
}

/** Reads a short list to its end, for a view that shows all of it. `params`: undefined while there is no list yet. */
export function useCompleteList<Id extends ListId>(
  list: Id,
  source: MaybeRefOrGetter<string>,
  params: MaybeRefOrGetter<Readonly<Record<string, string>> | undefined>,
): CompleteList<Id> {
  const core = useCore()
  const cache = useListCache()
  const now = useMonotonicNow()
  const open = shallowRef<OpenList>()
  const read = shallowRef<ReadRows>()

  /** Reads the next page as soon as the last one is there. */
  function readOn() {
    if (open.value?.snapshot.value.state.kind === 'ready') open.value.loadMore()
  }
  async function readRows(of: OpenList, rows: ListRows) {
    const { part, isRefreshing } = rows
    if (!part || isRefreshing || (read.value?.of === of && read.value.revision === part.revision)) return
    const all: GridRow[] = []
    for await (const row of rows.shown().read?.() ?? []) all.push(row)
    // The rows have changed in the meantime.
    if (open.value !== of || rows.part?.revision !== part.revision) return
    read.value = { of, revision: part.revision, rows: all }
  }
  watch(
    () => {
      const given = toValue(params)
      return given && cache.open(core, { source: toValue(source), list, params: given, filters: {} })
    },
    (opened, _before, onCleanup) => {
      open.value = opened
      if (!opened) return
      const rows = opened.rowsOf(ALL)
      const leaveList = opened.enter()
      const leaveRows = rows.enter(() => void readRows(opened, rows))
      void readRows(opened, rows)
      const stop = watch(opened.snapshot, readOn, { flush: 'sync', immediate: true })
      onCleanup(() => {
        stop()
        leaveRows()
        leaveList()
      })
    },
    { immediate: true },
  )
  retryWhenConnected(() => open.value)

  const snapshot = computed(() => open.value?.snapshot.value)
  const rows = computed(() => (read.value && read.value.of === open.value ? read.value.rows : []))
  const failure = computed(() => {
    const { state, failure: ofHead } = snapshot.value ?? {}
    return state?.kind === 'error' ? state : (ofHead ?? undefined)
  })
  /** The rows of all loaded pages are read. */
  const areHere = computed(() => snapshot.value?.count === rows.value.length)

  return {
    items: computed(() =>
      rows.value.flatMap((row) => (row.kind === 'item' ? [row.item as ListItem<Id>] : [])),
    ),
    unread: computed(() => rows.value.flatMap((row) => (row.kind === 'unread' ? [row.unread] : []))),
    notice: computed(() => snapshot.value?.notice ?? null),
    isComplete: computed(() => snapshot.value?.state.kind === 'end' && areHere.value),
    isLoading: computed(
      () => snapshot.value !== undefined && (isLoading(snapshot.value.state) || !areHere.value),
    ),
    error: computed(() => failure.value?.error),
    secondsToRetry: computed(() => failure.value && secondsToRetry(failure.value, now.value)),
    retry() {
      open.value?.retry()
    },
    restart() {
      open.value?.refresh()
    },
  }
}
