import { watch } from 'vue'
import { alignedTop, nearestRow, placeRows } from './align-rows.ts'
import type { BesideList } from './lists-beside.ts'

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

/** Scrolls the other list to the same place as this one, whenever this one is scrolled by itself. */
export function useTogether(
  own: BesideList,
  other: () => BesideList | undefined,
  isOn: () => boolean,
): Together {
  let pages = 0

  function lead(top: number) {
    const list = other()
    const grid = list?.grid()
    const height = own.grid()?.rowHeight
    if (!list || grid?.rowHeight === undefined || height === undefined) return
    const beside = topBeside(top / height, own, list)
    own.ahead = beside.isAhead && pages < MAX_PAGES ? top : undefined
    grid.scrollTo(beside.top * grid.rowHeight)
    list.told = grid.position()
  }
  function onMoved(top: number) {
    if (!isOn()) return
    if (own.told !== undefined && Math.abs(top - own.told) <= SAME_PX) return
    own.told = undefined
    const list = other()
    if (list) list.ahead = undefined
    pages = 0
    lead(top)
  }
  watch(
    isOn,
    () => {
      own.told = undefined
      own.ahead = undefined
    },
    { flush: 'sync' },
  )
  // The other list goes on once it is loaded further.
  watch(
    () => other()?.list().snapshot.count,
    () => {
      if (!isOn() || own.ahead === undefined) return
      pages += 1
      lead(own.ahead)
    },
    { flush: 'post' },
  )
  return {
    onMoved,
    begin() {
      onMoved(own.grid()?.position() ?? 0)
    },
  }
}

/**
 * Where the other list is beside this one, in rows: at the same row where one of them is not in the order of the chain.
 * `isAhead`: it may have rows nearer to it that are not loaded.
 */
function topBeside(top: number, own: BesideList, other: BesideList) {
  const [from, to] = [own.known.value?.placeOf, other.known.value?.placeOf]
  const { shown, loaded, snapshot } = other.list()
  const isLoading = snapshot.state.kind !== 'end'
  if (!from || !to || own.isSorted() || other.isSorted())
    return { top, isAhead: isLoading && top >= shown.count }
  // Of kept rows only those around what is seen are here: the loaded ones begin as they do.
  const rows = placeRows(loaded ?? shown, to)
  const mine = placeRows(own.list().shown, from)
  const isAtEnd = rows.count === 0 || nearestRow(rows, mine.placeAt(Math.floor(top))) === rows.count - 1
  return { top: alignedTop(top, mine, rows), isAhead: isLoading && isAtEnd }
}
