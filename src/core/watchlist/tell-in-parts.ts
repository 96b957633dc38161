/** A long watchlist in parts, so that the first page of a list never waits behind 10,000 labels. */
import type { WatchChange } from '#shared/rpc/contract/watchlist.ts'
import type { Watchlist } from './watchlist.ts'

/** More than a sidebar shows: about 40 kB, against 2 MB for 10,000. */
const FIRST = 200
/** About 3 ms of a window's time. */
const PART = 1_000
/** A window that has just begun reads and paints its first page of rows meanwhile, ms. */
const PAUSE_MS = 500
/** Room for a frame between two parts, ms. */
const SPACE_MS = 20

/** Tells of all that is there and then of every change, in order. Returns how to stop. */
export function tellInParts(
  watchlist: Pick<Watchlist, 'all' | 'onChange'>,
  emit: (change: WatchChange) => void,
): () => void {
  const { revision, all } = watchlist.all()
  let told = Math.min(FIRST, all.length)
  let pause: NodeJS.Timeout | undefined
  /** What changes meanwhile is about the whole list, so it waits for it. */
  const waiting: WatchChange[] = []

  const stop = watchlist.onChange((change) => {
    if (told < all.length) waiting.push(change)
    else emit(change)
  })
  emit({ revision, all: all.slice(0, told), more: told < all.length })
  if (told < all.length) pause = setTimeout(tellMore, PAUSE_MS)

  function tellMore() {
    const part = all.slice(told, told + PART)
    told += part.length
    emit({ revision, others: part, more: told < all.length })
    if (told < all.length) pause = setTimeout(tellMore, SPACE_MS)
    else for (const change of waiting.splice(0)) emit(change)
  }

  return () => {
    clearTimeout(pause)
    stop()
  }
}
