/** Shared lines for the rows of two compared lists, while both are short enough to be read as a whole. */
import { computed, shallowRef, watch } from 'vue'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { markOf } from '../model/ask-rows.ts'
import type { BesideList } from './beside-list.ts'
import { lineUp, type PlacedRow } from './line-up.ts'
import { Lines, type OwnLine } from './lined-rows.ts'
import { placesOf } from './row-place.ts'

/** Largest number of rows of each list. */
const MAX_ROWS = 2_000

type Pair = readonly [one: BesideList, other: BesideList]

/** Returns the lines of each list; undefined while no lists are compared, and where they can't be lined up. */
export function useLines(compared: () => Pair | undefined): (list: BesideList) => Lines | undefined {
  const found = shallowRef<ReadonlyMap<BesideList, Lines>>()
  const pair = computed(() => {
    const both = compared()
    return both?.every(canBeLinedUp) ? both : undefined
  })
  const key = computed(() => pair.value && JSON.stringify(pair.value.map(stateOf)))
  let isReading = false
  async function read(): Promise<void> {
    if (isReading) return
    isReading = true
    for (;;) {
      const [both, of] = [pair.value, key.value]
      const lines = both && (await lineUpLists(both))
      if (key.value !== of) continue
      found.value = lines
      isReading = false
      return
    }
  }
  watch(
    [pair, key],
    ([both]) => {
      // The lines are of other lists.
      if (!both?.every((list) => found.value?.has(list))) found.value = undefined
      void read()
    },
    { immediate: true, flush: 'sync' },
  )
  return (list) => found.value?.get(list)
}

/**
 * The list is in chain order and shows all of its rows. With a filter, most lines would be stand-ins for hidden rows.
 */
function canBeLinedUp(list: BesideList): boolean {
  const { rows, shown, open } = list.list()
  const isAll = rows.isOfAll && rows.question.beside !== undefined && rows.part !== undefined
  return isAll && shown.count <= MAX_ROWS && placesOf(open.query, false) !== null
}

/** Changes whenever the rows may have changed. */
function stateOf(list: BesideList) {
  const { rows, shown, open } = list.list()
  return [open.key, rows.question, rows.part?.revision, shown.count]
}

async function lineUpLists(both: Pair): Promise<ReadonlyMap<BesideList, Lines> | undefined> {
  const [one, other] = await Promise.all(both.map(readPlaces))
  if (!one || !other) return undefined
  const direction = listEndpoint(both[0].list().open.query.list).order?.direction ?? 'desc'
  const lines = lineUp(one, other, direction)
  const ownLine = (row: number | undefined, beside: PlacedRow | undefined): OwnLine =>
    row === undefined ? { lacks: beside?.mark ?? 'unknown' } : { row }
  return new Map([
    [both[0], new Lines(lines.map((line) => ownLine(line.one, other[line.other ?? -1])))],
    [both[1], new Lines(lines.map((line) => ownLine(line.other, one[line.one ?? -1])))],
  ])
}

/** The rows with their positions on the chain. Returns undefined where not all of them can be read. */
async function readPlaces(list: BesideList): Promise<readonly PlacedRow[] | undefined> {
  const { shown, open } = list.list()
  const placeOf = placesOf(open.query, false)
  const { count } = shown
  const placed: PlacedRow[] = []
  for await (const row of shown.read?.() ?? []) {
    // An unreadable row has the position of the row above it.
    const place = placeOf?.(row) ?? placed.at(-1)?.place ?? null
    const mark = row.kind === 'item' ? markOf(row.item as object) : undefined
    placed.push({ key: row.key, place, mark: mark ?? 'unknown' })
  }
  return placed.length === count ? placed : undefined
}
