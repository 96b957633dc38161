import { ref, watch, type Ref } from 'vue'
import { afterPaint } from '#renderer/lib/paint/after-paint.ts'
import { createPrefetchDistance } from '../model/prefetch-distance.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/** While so few rows are loaded, the next page is requested only after they are painted: they are what is waited for. */
const FIRST_PAGE = 50
/** Pages in a row of which nothing is shown, because all of it was folded: then loading pauses. */
const MAX_UNSEEN_PAGES = 5

export interface Prefetch {
  /** No page is requested until the person says so: `loadMore`. */
  readonly isPaused: Readonly<Ref<boolean>>
  /** To be called with the last row seen whenever it changes. */
  readonly onReached: (lastSeen: number) => void
  readonly loadMore: () => void
}

/** Requests the next page of a list before its reader is at the end of what is loaded. */
export function usePrefetch(
  list: Readonly<Ref<ShownList>>,
  isNarrowed: Readonly<Ref<boolean>>,
  fillGaps?: (lastSeen: number) => void,
): Prefetch {
  const distance = createPrefetchDistance()
  const isPaused = ref(false)
  let lastSeen = 0
  let unseenPages = 0
  /** Of what `unseenPages` were counted. */
  let counted: Pick<ShownList, 'open'> & { shown: number } = { open: list.value.open, shown: 0 }
  let waitsForPaint = false
  /** The next page was requested, and nothing of it is told yet. */
  let isRequested = false

  // Also where the rows are the same: a page may bring none that is new or shown. Sync, so that the next page is requested
  // before the rows of this one are drawn.
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
    // Rows that are on their way need not be shown for the next page to be requested.
    const coming = rows.isRefreshing ? Math.max(0, told.count - (rows.part?.loaded ?? 0)) : 0
    if (told.state.kind !== 'ready' || wanted < shown.count + coming || waitsForPaint || isRequested) return
    // It is read to its end by itself.
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
