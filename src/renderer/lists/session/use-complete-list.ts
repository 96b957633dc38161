import { computed, shallowRef, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { SourceNotice } from '#shared/lists/page.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useMonotonicNow } from '#renderer/stores/clock.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import type { GridRow, UnreadRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListSession } from './list-session.ts'
import { isLoading, secondsToRetry } from './list-snapshot.ts'
import { retryWhenConnected } from './retry-when-connected.ts'
import type { RowStore } from '../rows/row-store.ts'
import { useSessionCache } from './session-cache.ts'

export interface CompleteList<Id extends ListId> {
  /** What is read so far. */
  readonly items: ComputedRef<readonly ListItem<Id>[]>
  readonly unread: ComputedRef<readonly UnreadRow[]>
  readonly notice: ComputedRef<SourceNotice | null>
  /** The last page is there. */
  readonly isComplete: ComputedRef<boolean>
  readonly isLoading: ComputedRef<boolean>
  /** What is read stays. */
  readonly error: ComputedRef<ChainglassError | undefined>
  /** Seconds until it goes on by itself; undefined where it does not. */
  readonly secondsToRetry: ComputedRef<number | undefined>
  /** Goes on where it failed. */
  retry(): void
  /** Reads it from its first page, whatever is read: for a list that has changed itself. */
  restart(): void
}

/** A list that is read to its end at once, because it is shown as a whole: short by nature. No `params`: no list yet. */
export function useCompleteList<Id extends ListId>(
  list: Id,
  source: MaybeRefOrGetter<string>,
  params: MaybeRefOrGetter<Readonly<Record<string, string>> | undefined>,
): CompleteList<Id> {
  const core = useCore()
  const cache = useSessionCache()
  const now = useMonotonicNow()
  const session = shallowRef<ListSession>()

  function open(): ListSession | undefined {
    const given = toValue(params)
    return given && cache.open(core, { source: toValue(source), list, params: given, filters: {} })
  }
  watch(
    open,
    (opened, _before, onCleanup) => {
      session.value = opened
      if (!opened) return
      onCleanup(opened.enter({ follow: false }))
      opened.loadAll('visible')
    },
    { immediate: true },
  )
  retryWhenConnected(() => session.value)

  const snapshot = computed(() => session.value?.snapshot.value)
  const rows = computed(() =>
    session.value ? firstRows(session.value.rows, snapshot.value?.count ?? 0) : [],
  )
  const failure = computed(() => (snapshot.value?.state.kind === 'error' ? snapshot.value.state : undefined))

  return {
    items: computed(() =>
      rows.value.flatMap((row) => (row.kind === 'item' ? [row.item as ListItem<Id>] : [])),
    ),
    unread: computed(() => rows.value.flatMap((row) => (row.kind === 'unread' ? [row.unread] : []))),
    notice: computed(() => snapshot.value?.notice ?? null),
    isComplete: computed(() => snapshot.value?.state.kind === 'end'),
    isLoading: computed(() => snapshot.value !== undefined && isLoading(snapshot.value.state)),
    error: computed(() => failure.value?.error),
    secondsToRetry: computed(() => failure.value && secondsToRetry(failure.value, now.value)),
    retry() {
      session.value?.retry()
      session.value?.loadAll('visible')
    },
    restart() {
      session.value?.restart()
      session.value?.loadAll('visible')
    },
  }
}

function firstRows(rows: RowStore, count: number): readonly GridRow[] {
  const found: GridRow[] = []
  rows.scan(rows.first, rows.first + count, (row) => {
    found.push(row)
    return undefined
  })
  return found
}
