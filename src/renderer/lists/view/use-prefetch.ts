import { ref, watch, type Ref } from 'vue'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
import { createPrefetchDistance } from '../model/prefetch-distance.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/**
 * While the list has at most this many rows, the next page waits until they are painted: a person waits for the first
 * rows.
 */
const FIRST_PAGE = 50
/** Pages in a row that were folded as a whole. After so many, loading pauses. */
const MAX_UNSEEN_PAGES = 5

export interface Prefetch {
  /** No page is requested until a person calls `loadMore`. */
  readonly isPaused: Readonly<Ref<boolean>>
  /** Call it with the last row in view whenever that changes. */
  readonly onReached: (lastSeen: number) => void
  readonly loadMore: () => void
}

/** Requests the next page before a person reaches the end of the loaded rows. */
export function usePrefetch(
  list: Readonly<Ref<ShownList>>,
  isNarrowed: Readonly<Ref<boolean>>,
  fillGaps?: (lastSeen: number) => void,
): Prefetch {
  const distance = createPrefetchDistance()
  const isPaused = ref(false)
  let lastSeen = 0
  let unseenPages = 0
  /** The list and the shown rows when `unseenPages` was last counted. */
  let counted: Pick<ShownList, 'open'> & { shown: number } = { open: list.value.open, shown: 0 }
  let waitsForPaint = false
  /** The next page was requested, and the list has not reported it yet. */
  let isRequested = false

  // Runs for each new object, also where the rows are the same: a page may have no new or shown row. Sync, so that the
  // next page is requested before the rows of this one are drawn.
  watch(list, prefetch, { flush: 'sync' })

  function prefetch(): void {
    const { open, rows, shown } = list.value
    const told = open.snapshot.value
    if (open !== counted.open) {
      isPaused.value = false
      lastSeen = 0
    }
    if (open !== counted.open || shown.count !== counted.shown) unseenPages = 0
    if (open !== counted.open || told.state.kind !== 'ready') isRequested = false
    counted = { open, shown: shown.count }
    const wanted = lastSeen + distance.rowsAhead(lastSeen)
    // Loaded rows count before they are shown.
    const coming = rows.isRefreshing ? Math.max(0, told.count - (rows.part?.loaded ?? 0)) : 0
    if (told.state.kind !== 'ready' || wanted < shown.count + coming || waitsForPaint || isRequested) return
    // The list is being read to its end already.
    if (told.loadAll) return
    isPaused.value = isNarrowed.value || unseenPages >= MAX_UNSEEN_PAGES
    if (isPaused.value) return
    unseenPages += 1
    isRequested = true
    if (told.count > FIRST_PAGE) {
      open.loadMore()
      return
    }
    waitsForPaint = true
    afterPaint(() => {
      waitsForPaint = false
      open.loadMore()
    })
  }

  return {
    isPaused,
    onReached(row) {
      lastSeen = row
      fillGaps?.(row)
      prefetch()
    },
    loadMore() {
      unseenPages = 0
      list.value.open.loadMore()
    },
  }
}
