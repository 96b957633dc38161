/** Merges the lists of several addresses in chain order, each row once. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { keyNumber } from '../../rows/loaded-rows.ts'
import { mergePositioned, placeOf, type PositionedRow, type Place } from '../../rows/row-order.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { bodyOfId, ITEM_ID, numberOfId, type ReadBody } from '../rows-reader.ts'
import type { FoundInList, OrderedRows } from './sql-view.ts'

export type JoinedRows = Pick<OrderedRows, 'count' | 'listOf' | 'rowOf' | 'dropped'>

interface Reader {
  readonly database: Database
  readonly readBody: ReadBody
}

/** Rows of one list in one block, from `from` to before `to`. */
interface Run {
  readonly list: number
  readonly from: number
  readonly to: number
}

/**
 * Merges the found rows. Each list is in chain order, so only blocks with rows of several lists are examined. If their
 * orders differ, all rows of the block are read, because rows that were not found define the order of the others. Undefined
 * if a body is gone meanwhile.
 */
export async function mergeInChainOrder(
  reader: Reader,
  found: readonly FoundInList[],
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
    const { height, runs } = takeBlock(found, next)
    const [first, ...others] = runs
    if (!first) break
    if (others.every((run) => isSameRun(found, first, run))) {
      for (let row = first.from; row < first.to; row += 1) add(first.list, row)
      for (const { list, from, to } of others) for (let row = from; row < to; row += 1) drop(list, row)
    } else {
      const order = orderOfBlock(reader, found, height)
      if (!order) return undefined
      const wanted = byIdentity(found, runs)
      for (const key of order) {
        const [own, ...same] = wanted.get(keyNumber(key)) ?? []
        if (own) add(own.list, own.row)
        for (const { list, row } of same) drop(list, row)
      }
    }
    await yieldIfDue()
  }
  return { count, listOf, rowOf, dropped }
}

/** The rows of the highest remaining block, by list. */
function takeBlock(found: readonly FoundInList[], next: number[]) {
  const heightAt = (list: number) => found[list]?.heights?.[next[list] ?? 0] ?? -1
  const height = found.reduce((highest, _, list) => Math.max(highest, heightAt(list)), -1)
  if (height < 0) return { height, runs: [] }
  const runs = found.flatMap((_, list): Run[] => {
    const from = next[list] ?? 0
    while (heightAt(list) === height) next[list] = (next[list] ?? 0) + 1
    const to = next[list] ?? 0
    return to > from ? [{ list, from, to }] : []
  })
  return { height, runs }
}

function isSameRun(found: readonly FoundInList[], one: Run, other: Run): boolean {
  if (one.to - one.from !== other.to - other.from) return false
  const [own, others] = [found[one.list]?.identities, found[other.list]?.identities]
  for (let at = 0; at < one.to - one.from; at += 1)
    if (own?.[one.from + at] !== others?.[other.from + at]) return false
  return true
}

/** By identity: the rows of the first list and of others that have it. */
function byIdentity(found: readonly FoundInList[], runs: readonly Run[]) {
  const rows = new Map<number, { readonly list: number; readonly row: number }[]>()
  for (const { list, from, to } of runs)
    for (let row = from; row < to; row += 1) {
      const identity = found[list]?.identities?.[row] ?? 0
      const known = rows.get(identity)
      if (known) known.push({ list, row })
      else rows.set(identity, [{ list, row }])
    }
  return rows
}

/** Identities of all rows of a block, in order. */
function orderOfBlock(
  { database, readBody }: Reader,
  found: readonly FoundInList[],
  height: number,
): readonly string[] | undefined {
  const lists: (readonly PositionedRow[])[] = []
  for (const { list } of found) {
    const { order } = listEndpoint(list.list.list)
    const rows: PositionedRow[] = []
    /** An unreadable row has the position of the row before it. */
    let place: Place = [height, null]
    for (const { id } of database.all<{ id: number }>(
      `SELECT ${ITEM_ID} AS id FROM items WHERE list_id = ? AND height = ? ORDER BY rank DESC`,
      list.list.id,
      height,
    )) {
      const loaded = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]
      if (!loaded) return undefined
      const item = loaded.item ?? {}
      if (!loaded.unread && order) place = placeOf(item, order)
      rows.push({ key: loaded.key, item, place })
    }
    lists.push(rows)
  }
  return mergePositioned(lists).map(({ row }) => row.key)
}
