import { watch } from 'vue'
import type { ChainPlace } from '#shared/rpc/contract/rows.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import type { BesideList } from './beside-list.ts'
import { alignedTop, placeAt, placesOf } from './row-place.ts'

/** A list is where it was told to be, but for the browser's rounding, px. */
const SAME_PX = 1.5
/** So many pages of the other list are waited for after this one was scrolled. */
const MAX_PAGES = 5

export interface Together {
  /** To be called with the position, px of rows, whenever it changes. */
  readonly onMoved: (top: number) => void
  /** Scrolls the other list to where this one is. */
  readonly begin: () => void
}

/** A place of one list, and the one after it; null before all others. */
type Places = readonly [ChainPlace | null, ChainPlace | null]
/** Their rows of the other list; `isAtEnd`: nothing is loaded beyond the first of them. */
interface RowsBeside {
  readonly row: number
  readonly next: number
  readonly isAtEnd: boolean
}

/**
 * Scrolls the other list to the same place as this one, whenever this one is scrolled by itself. `byTime`: they are of two
 * chains. `sharesLines`: their rows stand on the same lines.
 */
export function useTogether(
  own: BesideList,
  other: () => BesideList | undefined,
  isOn: () => boolean,
  byTime: () => boolean,
  sharesLines: () => boolean,
): Together {
  let pages = 0
  /** What was asked last, with the answer once it is there. */
  let asked: { readonly key: string; rows?: RowsBeside | undefined } | undefined

  function lead(top: number) {
    const list = other()
    const height = own.grid()?.rowHeight
    if (!list || height === undefined) return
    const row = top / height
    const places = sharesLines() ? 'same row' : placesBeside(row, own, list, byTime())
    if (places === 'same row') {
      move(list, top, row, row >= list.count())
      return
    }
    own.ahead = top
    // Else once they are here.
    if (!places) return
    const key = JSON.stringify([places, list.list().open.key, list.list().rows.part?.revision])
    if (asked?.key !== key || !(asked.rows ?? own.asking)) void ask(list, places, key)
    else if (asked.rows) move(list, top, alignedTop(row, asked.rows.row, asked.rows.next), asked.rows.isAtEnd)
  }
  async function ask(list: BesideList, places: Places, key: string) {
    own.asking?.abort()
    const abort = new AbortController()
    own.asking = abort
    asked = { key }
    const rows = await findBeside(list.list(), places, abort.signal)
    if (own.asking !== abort) return
    own.asking = undefined
    asked = rows && { key, rows }
    if (rows && own.ahead !== undefined) lead(own.ahead)
  }
  /** `isAtEnd`: beside this list the other one ends, as far as it is loaded. */
  function move(list: BesideList, top: number, row: number, isAtEnd: boolean) {
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
  // It goes on once the other list is loaded further, or what is seen of this one is here.
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

/** It leads no more. */
function rest(list: BesideList): void {
  list.ahead = undefined
  list.asking?.abort()
  list.asking = undefined
}

/** Of the row of this list that is at the top; undefined where it is not here yet. */
function placesBeside(
  row: number,
  own: BesideList,
  other: BesideList,
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

async function findBeside(
  { rows, shown }: ShownList,
  [place, next]: Places,
  signal: AbortSignal,
): Promise<RowsBeside | undefined> {
  const nearest = (at: ChainPlace | null) =>
    at ? rows.nearest(at, signal) : Promise.resolve({ index: 0, isLast: shown.count <= 1 })
  const [first, second] = await Promise.all([nearest(place), nearest(next)])
  return first && second && { row: first.index, next: second.index, isAtEnd: first.isLast }
}
