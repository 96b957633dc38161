import { watch } from 'vue'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import type { PaneList } from './pane-list.ts'
import { alignedTop, placeAt, placesOf } from './row-place.ts'

/** Tolerance for the browser's rounding of a scroll position, px. */
const SAME_PX = 1.5
/** Pages of the other list that are awaited after this one was scrolled. */
const MAX_PAGES = 5

export interface Together {
  /** Call it with the scroll position whenever it changes, in px of rows. */
  readonly onMoved: (top: number) => void
  /** Scrolls the other list to the position of this one. */
  readonly begin: () => void
}

/** Positions of a row and of the next one; null before all rows of the other list. */
type Places = readonly [ChainPlace | null, ChainPlace | null]
/** Rows of the other list at these positions. `isAtEnd`: `row` is its last loaded row. */
interface RowsInOther {
  readonly row: number
  readonly next: number
  readonly isAtEnd: boolean
}

/**
 * Scrolls the other list to the same position whenever a person scrolls this one. `byTime`: the lists are of different
 * chains. `sharesLines`: rows of both lists are on the same lines.
 */
export function useSyncedScroll(
  own: PaneList,
  other: () => PaneList | undefined,
  isOn: () => boolean,
  byTime: () => boolean,
  sharesLines: () => boolean,
): Together {
  let pages = 0
  /** The last request, and its answer once it has arrived. */
  let asked: { readonly key: string; rows?: RowsInOther | undefined } | undefined

  function lead(top: number) {
    const list = other()
    const height = own.grid()?.rowHeight
    if (!list || height === undefined) return
    const row = top / height
    const places = sharesLines() ? 'same row' : placesInOther(row, own, list, byTime())
    if (places === 'same row') {
      move(list, top, row, row >= list.count())
      return
    }
    own.ahead = top
    // Without positions, the other list follows once the rows are loaded.
    if (!places) return
    const key = JSON.stringify([places, list.list().open.key, list.list().rows.part?.revision])
    if (asked?.key !== key || !(asked.rows ?? own.asking)) void ask(list, places, key)
    else if (asked.rows) move(list, top, alignedTop(row, asked.rows.row, asked.rows.next), asked.rows.isAtEnd)
  }
  async function ask(list: PaneList, places: Places, key: string) {
    own.asking?.abort()
    const abort = new AbortController()
    own.asking = abort
    asked = { key }
    const rows = await findInOther(list.list(), places, abort.signal)
    if (own.asking !== abort) return
    own.asking = undefined
    asked = rows && { key, rows }
    if (rows && own.ahead !== undefined) lead(own.ahead)
  }
  /** `isAtEnd`: the other list has no loaded row below `row`. */
  function move(list: PaneList, top: number, row: number, isAtEnd: boolean) {
    const isAhead = isAtEnd && list.list().snapshot.state.kind !== 'end'
    own.ahead = isAhead && pages < MAX_PAGES ? top : undefined
    const grid = list.grid()
    if (grid?.rowHeight === undefined) return
    grid.scrollTo(row * grid.rowHeight)
    list.told = grid.position()
  }
  function onMoved(top: number) {
    if (!isOn()) return
    if (own.told !== undefined && Math.abs(top - own.told) <= SAME_PX) return
    const list = other()
    if (list) rest(list)
    own.told = undefined
    pages = 0
    lead(top)
  }
  watch(
    isOn,
    () => {
      own.told = undefined
      rest(own)
    },
    { flush: 'sync' },
  )
  const goOn = () => {
    if (isOn() && own.ahead !== undefined) lead(own.ahead)
  }
  // Scrolls the other list again once it has more rows, or once rows in view of this one are loaded.
  watch(
    () => other()?.list().rows.part?.loaded,
    () => {
      pages += 1
      goOn()
    },
    { flush: 'post' },
  )
  watch(() => own.list().shown, goOn, { flush: 'post' })
  return {
    onMoved,
    begin() {
      onMoved(own.grid()?.position() ?? 0)
    },
  }
}

/** Stops leading the other list. */
function rest(list: PaneList): void {
  list.ahead = undefined
  list.asking?.abort()
  list.asking = undefined
}

/** Positions of the row at the top of this list and of the next row; undefined where they are not loaded. */
function placesInOther(
  row: number,
  own: PaneList,
  other: PaneList,
  byTime: boolean,
): Places | 'same row' | undefined {
  const [from, to] = [own, other].map((one) => placesOf(one.list().open.query, byTime))
  if (!from || !to || own.isSorted() || other.isSorted()) return 'same row'
  const { shown } = own.list()
  const first = Math.min(Math.max(0, Math.floor(row)), shown.count - 1)
  const place = placeAt(shown, first, from)
  const next = first + 1 < shown.count ? placeAt(shown, first + 1, from) : place
  return place === undefined || next === undefined ? undefined : [place, next]
}

async function findInOther(
  { rows, shown }: ShownList,
  [place, next]: Places,
  signal: AbortSignal,
): Promise<RowsInOther | undefined> {
  const nearest = (at: ChainPlace | null) =>
    at ? rows.nearest(at, signal) : Promise.resolve({ index: 0, isLast: shown.count <= 1 })
  const [first, second] = await Promise.all([nearest(place), nearest(next)])
  return first && second && { row: first.index, next: second.index, isAtEnd: first.isLast }
}
