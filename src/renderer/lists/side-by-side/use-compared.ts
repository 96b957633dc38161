/** Two lists compared: the mark of each row of this one, how many have which, and those that are looked at alone. */
import { computed, shallowRef, watch, type ComputedRef, type ShallowRef } from 'vue'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { countMarks, markOf, type MarkCounts, type RowMark } from './compare-rows.ts'
import type { BesideList, KnownList } from './lists-beside.ts'

/** Of the other list so many pages are read for each so many rows of this one, to know whether it has them. */
const MAX_PAGES = 5
const PER_ROWS = 50

export type MarkOf = (row: GridRow) => RowMark
export type MarkChoice = Exclude<RowMark, 'unknown'> | 'all'

interface Pair {
  readonly own: KnownList
  readonly other: KnownList
}

export interface Compared {
  /** Of the row of an item; undefined while nothing is compared. Another function where marks may be others. */
  readonly mark: ComputedRef<MarkOf | undefined>
  readonly counts: ComputedRef<MarkCounts | undefined>
  readonly chosen: ShallowRef<MarkChoice>
  /** Whether a row has the mark that was chosen; null: all are shown. */
  readonly find: Readonly<ShallowRef<((row: GridRow) => boolean) | null>>
  readonly onReached: (lastSeen: number) => void
}

export function useCompared(
  own: BesideList,
  other: () => BesideList | undefined,
  isOn: () => boolean,
): Compared {
  const chosen = shallowRef<MarkChoice>('all')
  watch([() => own.list().session, isOn], () => (chosen.value = 'all'), { flush: 'sync' })

  const placeOf = computed(() => own.known.value?.placeOf)
  const theirs = computed(() => (isOn() ? other()?.known.value : undefined))
  const pair = computed(() => {
    const [mine, known] = [own.known.value, theirs.value]
    return mine && known ? { own: mine, other: known } : undefined
  })
  // Rows of this list that were read change no mark of another one.
  const mark = computed<MarkOf | undefined>(() => {
    const [known, place] = [theirs.value, placeOf.value]
    if (!known || place === undefined) return undefined
    return (row) => markOf(row.key, place?.(row), known.rows)
  })
  return {
    mark,
    counts: computed(() => pair.value && countMarks(pair.value.own.rows.items, pair.value.other.rows)),
    chosen,
    find: useFinder(chosen, mark, () => other()?.list().snapshot.loadAll != null),
    onReached: useReachedRows(own, other, () => pair.value, chosen),
  }
}

/** While the other list is read to its end, rows are judged once it is there, not again with every page. */
function useFinder(
  chosen: Readonly<ShallowRef<MarkChoice>>,
  mark: Compared['mark'],
  isReading: () => boolean,
): Compared['find'] {
  const find = shallowRef<((row: GridRow) => boolean) | null>(null)
  watch([chosen, mark, isReading] as const, ([choice, of, reading], [before]) => {
    if (choice === 'all' || !of) find.value = null
    else if (choice !== before || !reading) find.value = (row) => row.kind === 'item' && of(row) === choice
  })
  return find
}

/** Reads on in the other list until it is known whether it has what is seen in this one, within bounds. */
function useReachedRows(
  own: BesideList,
  other: () => BesideList | undefined,
  pair: () => Pair | undefined,
  chosen: Readonly<ShallowRef<MarkChoice>>,
): Compared['onReached'] {
  let seen = 0
  let pages = 0

  function readOn() {
    const now = pair()
    const list = other()?.list()
    if (!now || list?.snapshot.state.kind !== 'ready') return
    const { items } = now.own.rows
    // Of what is chosen by its mark nothing is unknown: then all that is loaded is to be known.
    const rows = chosen.value === 'all' ? Math.min(seen, own.list().shown.count) : items.length
    const last = chosen.value === 'all' ? own.list().shown.at(rows - 1) : undefined
    const place = last ? now.own.placeOf?.(last) : items.at(-1)?.place
    const key = last?.key ?? items.at(-1)?.key
    if (key === undefined || markOf(key, place, now.other.rows) !== 'unknown') return
    if (pages >= MAX_PAGES * Math.ceil(rows / PER_ROWS)) return
    pages += 1
    list.session.loadMore()
  }
  watch([() => own.list().session, () => other()?.list().session], () => {
    seen = 0
    pages = 0
  })
  watch([pair, chosen], readOn)
  return (lastSeen) => {
    seen = Math.max(seen, lastSeen)
    readOn()
  }
}
