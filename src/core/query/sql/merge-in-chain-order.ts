/** Rows of the lists of several addresses as one, in the order of the chain, each once. */
import { mergePlaced, type PlacedRow, type Place } from '../../lists/several/row-order.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { bodyOfId, numberOfId, type ReadBody } from './rows-reader.ts'
import type { FoundInList, OrderedRows } from './sql-view.ts'

export type JoinedRows = Pick<OrderedRows, 'count' | 'listOf' | 'rowOf' | 'dropped'>

/** Rows of one list that are in one block: from the first to before the last. */
interface Run {
  readonly list: number
  readonly from: number
  readonly to: number
}

/**
 * Each list is in this order by itself, so that only blocks in which several have rows are looked at; where these differ,
 * the rows are read. Undefined where one is not there any more.
 */
export async function mergeInChainOrder(
  found: readonly FoundInList[],
  readBody: ReadBody,
  yieldIfDue: YieldIfDue,
): Promise<JoinedRows | undefined> {
  const total = found.reduce((sum, { ids }) => sum + ids.length, 0)
  const [listOf, rowOf] = [new Uint32Array(total), new Uint32Array(total)]
  const dropped = found.map((): number[] => [])
  const next = found.map(() => 0)
  let count = 0
  const add = (list: number, row: number) => {
    listOf[count] = list
    rowOf[count] = row
    count += 1
  }
  const drop = (list: number, row: number) => dropped[list]?.push(found[list]?.ids[row] ?? 0)

  for (;;) {
    const runs = takeBlock(found, next)
    const [first, ...others] = runs
    if (!first) break
    if (others.every((run) => isSameRun(found, first, run))) {
      for (let row = first.from; row < first.to; row += 1) add(first.list, row)
      for (const { list, from, to } of others) for (let row = from; row < to; row += 1) drop(list, row)
    } else {
      const read = runs.map((run) => readRun(found, run, readBody))
      if (read.includes(undefined)) return undefined
      const kept = new Set<PlacedIn>()
      for (const { row } of mergePlaced(read.map((rows) => rows ?? []))) {
        add(row.list, row.row)
        kept.add(row)
      }
      for (const rows of read) for (const row of rows ?? []) if (!kept.has(row)) drop(row.list, row.row)
    }
    await yieldIfDue()
  }
  return { count, listOf, rowOf, dropped }
}

/** The rows of the highest block that is left, by list. */
function takeBlock(found: readonly FoundInList[], next: number[]): readonly Run[] {
  const heightAt = (list: number) => found[list]?.heights?.[next[list] ?? 0] ?? -1
  const height = found.reduce((highest, _, list) => Math.max(highest, heightAt(list)), -1)
  if (height < 0) return []
  return found.flatMap((_, list): Run[] => {
    const from = next[list] ?? 0
    while (heightAt(list) === height) next[list] = (next[list] ?? 0) + 1
    const to = next[list] ?? 0
    return to > from ? [{ list, from, to }] : []
  })
}

function isSameRun(found: readonly FoundInList[], one: Run, other: Run): boolean {
  if (one.to - one.from !== other.to - other.from) return false
  const [own, others] = [found[one.list]?.identities, found[other.list]?.identities]
  for (let at = 0; at < one.to - one.from; at += 1)
    if (own?.[one.from + at] !== others?.[other.from + at]) return false
  return true
}

interface PlacedIn extends PlacedRow {
  readonly list: number
  readonly row: number
}

function readRun(
  found: readonly FoundInList[],
  { list, from, to }: Run,
  readBody: ReadBody,
): readonly PlacedIn[] | undefined {
  const ids = found[list]?.ids
  const rows: PlacedIn[] = []
  /** What could not be read stands with the row before it. */
  let place: Place | undefined
  for (let row = from; row < to; row += 1) {
    const id = ids?.[row] ?? 0
    const held = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]
    if (!held) return undefined
    const { key, item = {}, height, index, unread } = held
    place = unread && place ? place : [height, index]
    rows.push({ key, item: item as object, place, list, row })
  }
  return rows
}
