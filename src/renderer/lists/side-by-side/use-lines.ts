/** Shared lines for the rows of two compared lists, while both are short enough to be read as a whole. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { markOf } from '../model/ask-rows.ts'
import type { PaneList } from './pane-list.ts'
import { lineUp, type PositionedRow } from './line-up.ts'
import { Lines, ownLines } from './lined-rows.ts'
import { placesOf } from './row-place.ts'

/** Largest number of rows of each list. */
const MAX_ROWS = 2_000

/** Wait after the last change, so that each of many pages does not have both lists read again. */
const DEBOUNCE_MS = 250

type Pair = readonly [one: PaneList, other: PaneList]

/** The lines of a list as it was read. */
interface ReadLines {
  readonly lines: Lines
  readonly list: string
  /** The key of its first row. */
  readonly first: string | undefined
}

/** Returns the lines of each list; undefined while no lists are compared, and where they can't be lined up. */
export function useLines(compared: () => Pair | undefined): (list: PaneList) => Lines | undefined {
  const found = shallowRef<ReadonlyMap<PaneList, ReadLines>>()
  const pair = computed(() => {
    const both = compared()
    return both?.every(canBeLinedUp) ? both : undefined
  })
  const key = computed(() => pair.value && JSON.stringify(pair.value.map(stateOf)))
  let isReading = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const areOf = (lines: typeof found.value) => pair.value?.every((list) => isOf(list, lines?.get(list)))
  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    const [both, of] = [pair.value, key.value]
    try {
      const lines = both && (await lineUpLists(both))
      // Rows that were added meanwhile come after all lines.
      if (key.value === of || (lines && areOf(lines))) found.value = lines
    } finally {
      isReading = false
    }
    if (key.value !== of) readSoon()
  }
  function readSoon() {
    clearTimeout(timer)
    if (found.value) timer = setTimeout(() => void read(), DEBOUNCE_MS)
    else void read()
  }
  watch(
    [pair, key],
    () => {
      // The lines are of other lists, or rows came above them.
      if (areOf(found.value) !== true) found.value = undefined
      readSoon()
    },
    { immediate: true, flush: 'sync' },
  )
  onScopeDispose(() => {
    clearTimeout(timer)
  })
  return (list) => found.value?.get(list)?.lines
}

/**
 * The list is in chain order and shows all of its rows. With a filter, most lines would be stand-ins for hidden rows.
 */
function canBeLinedUp(list: PaneList): boolean {
  const { rows, shown, open } = list.list()
  const isAll = rows.isOfAll && rows.question.beside !== undefined && rows.part !== undefined
  return isAll && shown.count <= MAX_ROWS && placesOf(open.query, false) !== null
}

/** Changes whenever the rows may have changed. */
function stateOf(list: PaneList) {
  const { rows, shown } = list.list()
  return [listKey(list), rows.part?.revision, shown.count]
}

const listKey = (list: PaneList) => JSON.stringify([list.list().open.key, list.list().rows.question])

/** Whether the list is the one that was read, and begins with the same row, as far as that is known. */
function isOf(list: PaneList, read: ReadLines | undefined): boolean {
  const first = list.list().shown.at(0)?.key
  if (read?.list !== listKey(list)) return false
  return first === undefined || read.first === undefined || first === read.first
}

async function lineUpLists(both: Pair): Promise<ReadonlyMap<PaneList, ReadLines> | undefined> {
  const lists = both.map(listKey)
  const [one, other] = await Promise.all(both.map(readPlaces))
  if (!one || !other) return undefined
  const direction = listEndpoint(both[0].list().open.query.list).order?.direction ?? 'desc'
  const lines = lineUp(one, other, direction)
  const [sideOne, sideOther] = [['one', one] as const, ['other', other] as const]
  return new Map([
    [
      both[0],
      { lines: new Lines(ownLines(lines, sideOne, sideOther)), list: lists[0] ?? '', first: one[0]?.key },
    ],
    [
      both[1],
      { lines: new Lines(ownLines(lines, sideOther, sideOne)), list: lists[1] ?? '', first: other[0]?.key },
    ],
  ])
}

/** The rows with their positions on the chain. Returns undefined where not all of them can be read. */
async function readPlaces(list: PaneList): Promise<readonly PositionedRow[] | undefined> {
  const { shown, open } = list.list()
  const placeOf = placesOf(open.query, false)
  const { count } = shown
  const placed: PositionedRow[] = []
  for await (const row of shown.read?.() ?? []) {
    // An unreadable row has the position of the row above it.
    const place = placeOf?.(row) ?? placed.at(-1)?.place ?? null
    const mark = row.kind === 'item' ? markOf(row.item as object) : undefined
    placed.push({ key: row.key, place, mark: mark ?? 'unknown' })
  }
  return placed.length === count ? placed : undefined
}
