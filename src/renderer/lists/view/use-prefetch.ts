import { ref, watch, type Ref } from 'vue'
import { afterPaint } from '#renderer/lib/after-paint.ts'
import { createPrefetchDistance } from '../session/prefetch-distance.ts'
import type { OpenList } from '../session/use-list.ts'

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
export function usePrefetch(list: Readonly<Ref<OpenList>>, isNarrowed: Readonly<Ref<boolean>>): Prefetch {
  const distance = createPrefetchDistance()
  const isPaused = ref(false)
  let lastSeen = 0
  let unseenPages = 0
  let waitsForPaint = false

  watch(
    () => list.value.shown.count,
    () => {
      unseenPages = 0
    },
  )
  watch(
    () => list.value.session,
    () => {
      unseenPages = 0
      isPaused.value = false
    },
  )

  // Also where the rows are the same: a page may bring none that is new or shown.
  watch(() => list.value.snapshot, prefetch, { flush: 'post' })

  function prefetch(): void {
    const { session, snapshot, shown } = list.value
    const wanted = lastSeen + distance.rowsAhead(lastSeen)
    if (snapshot.state.kind !== 'ready' || wanted < shown.count || waitsForPaint) return
    isPaused.value = isNarrowed.value || unseenPages >= MAX_UNSEEN_PAGES
    if (isPaused.value) return
    unseenPages += 1
    if (snapshot.count > FIRST_PAGE) {
      session.loadMore()
      return
    }
    waitsForPaint = true
    afterPaint(() => {
      waitsForPaint = false
      session.loadMore()
    })
  }

  return {
    isPaused,
    onReached(row) {
      lastSeen = row
      prefetch()
    },
    loadMore() {
      unseenPages = 0
      list.value.session.loadMore()
    },
  }
}
