/** What rows that match add up to, and by group: from the columns of items, and from rows that these don't decide. */
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { countTotals, emptyTotals, groupOf, type Grouping, type TotalsCounter } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import { MAX_GROUP_SUMS, MAX_HELD_GROUPS } from '#shared/rpc/contract/held-limits.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { GroupAnswer, TotalsAnswer } from '#shared/rpc/contract/held-rows.ts'
import { eachRow, type Database } from '#platform/sqlite/database.ts'
import { areInColumns } from './are-in-columns.ts'
import type { Directory } from '../lists-in-scope.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { AMOUNT, AMOUNT_PARTS, FAILED, FEE, FEE_PARTS, NEEDS_TOKEN, UNSURE } from '../../rows/item-columns.ts'
import { GroupNumbers, groupNamer, QUARTER_HOUR, type Groups } from './group-numbers.ts'
import { hasFlag, isIn, type Condition } from './compile-sql.ts'
import { createNameSets } from './name-sets.ts'
import { bodyOfId, idOf, ITEM_ID, numberOfId, type ReadBody } from './rows-reader.ts'
import type { FoundInList, SqlView } from './sql-view.ts'
import { Sums, type AssetNames } from './sums.ts'

export interface CountedRows {
  readonly totals: TotalsAnswer
  readonly groupCount: number
  /** Those of most rows first. Undefined where a row is not held any more. */
  readonly groupsAt: (offset: number, limit: number) => GroupAnswer[] | undefined
}

export interface Counting {
  readonly kind: Resource
  readonly grouping: Grouping | null
  readonly zone: RowContext['zone']
}

/** Rows whose columns don't say all of them. */
const needsReading = hasFlag(UNSURE | NEEDS_TOKEN)
/** What `Sums` is told of a row, as bits of one number. */
const rowBits = (receiver: string, sender: string) =>
  `(${receiver}) + 2 * (${sender}) + 4 * (${hasFlag(FAILED)}) + 8 * (${hasFlag(AMOUNT)}) + 16 * (${hasFlag(FEE)})`

/** Undefined where a row is not there any more. */
export async function sqlTotals(
  database: Database,
  view: SqlView,
  counting: Counting,
  readBody: ReadBody,
  yieldIfDue: YieldIfDue,
): Promise<CountedRows | undefined> {
  const { kind, grouping, zone } = counting
  const context = view.lists[0]?.context
  if (!context) return undefined
  const counter = countTotals(kind, context, grouping ?? undefined, (time) => dayOf(time, zone))
  for (const found of view.found) {
    const isWhole = await addRead(database, found, counter, readBody, yieldIfDue)
    if (!isWhole) return undefined
  }
  const { fee } = rowFields(kind)
  const adder = { database, hasFees: fee !== undefined }
  const isOfFew = grouping !== null && grouping !== 'counterparty'
  const groups = grouping && (isOfFew ? sumGroups : countGroups)(adder, view, grouping, zone, counter)
  await yieldIfDue()
  const sums = groups?.all ?? sumsOf(adder, view)
  sums.addTo(counter.totals, assetNames(database, context))
  const totals = writeTotals(counter.totals, MAX_HELD_GROUPS)
  if (!groups) return { totals, groupCount: 0, groupsAt: () => [] }
  return {
    totals,
    groupCount: groups.order.count,
    groupsAt: (offset, limit) => readGroups(adder, view, counting, groups, readBody, offset, limit),
  }
}

const summed = new WeakMap<SqlView, Sums>()

/** Of all rows of a view: what was added up once holds for each grouping. */
function sumsOf(adder: Adder, view: SqlView): Sums {
  let sums = summed.get(view)
  if (!sums) {
    const all = (sums = new Sums())
    for (const found of view.found) addSums(adder, found, () => all)
    summed.set(view, sums)
  }
  return sums
}

function* idsIn({ bodies }: Directory): Generator<number> {
  for (const { id, count } of bodies) for (let number = 0; number < count; number += 1) yield idOf(id, number)
}

/** Rows that columns don't decide. */
async function addRead(
  database: Database,
  found: FoundInList,
  counter: TotalsCounter,
  readBody: ReadBody,
  yieldIfDue: YieldIfDue,
): Promise<boolean> {
  const { list, condition, dropped } = found
  const isInColumns = areInColumns(list.list.resource, list.context)
  const ids = new Set(found.isAll && !isInColumns ? idsIn(list.directory) : found.read)
  if (isInColumns)
    for (const { id } of database.all<{ id: number }>(
      `SELECT ${ITEM_ID} AS id FROM items WHERE list_id = ? AND ${needsReading} AND ${condition.sure.sql}`,
      list.list.id,
      ...condition.sure.values,
    ))
      ids.add(id)
  for (const id of dropped) ids.delete(id)
  for (const id of ids) {
    const row = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]
    if (!row) return false
    if (row.item !== undefined) counter.add(row.item as object, list.context)
    await yieldIfDue()
  }
  return true
}

/** Of one list: rows whose columns say all of them. */
function sureRows({ list, condition, dropped }: FoundInList): Condition {
  if (!areInColumns(list.list.resource, list.context)) return { sql: '0', values: [] }
  const all: Condition[] = [
    { sql: 'list_id = ?', values: [list.list.id] },
    { sql: `NOT (${needsReading})`, values: [] },
    condition.sure,
  ]
  if (dropped.length > 0)
    all.push({
      sql: `${ITEM_ID} NOT IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(dropped)],
    })
  // The first term finds the rows: it stands alone.
  return {
    sql: all.map(({ sql }) => sql).join(' AND '),
    values: all.flatMap(({ values }) => values),
  }
}

interface Adder {
  readonly database: Database
  readonly hasFees: boolean
}
interface OfGroups {
  readonly key: Condition
  readonly isOneOf?: Condition
  /** Called with the id of each row before its group is asked for. */
  readonly onRow?: (id: number) => void
}

/** `sumsOf`: of a group, by the number of its key. */
function addSums(
  { database, hasFees }: Adder,
  found: FoundInList,
  sumsOf: (key: number) => Sums | undefined,
  of?: OfGroups,
) {
  const { ownAddress, coin } = found.list.context
  const own = ownAddress === undefined ? [] : createNameSets(database).ofAddresses([ownAddress])
  const [received, sent] = [isIn('receiver', own), isIn('sender', own)]
  const key = of?.key ?? { sql: '0', values: [] }
  const where = of?.isOneOf ? joinedPlain(sureRows(found), of.isOneOf) : sureRows(found)
  let [last, lastKey]: [Sums | undefined, number] = [undefined, NaN]
  eachRow(
    database,
    `SELECT each_row(${key.sql}, ${of?.onRow ? ITEM_ID : '0'}, ${rowBits(received.sql, sent.sql)},
        token * 512 + decimals + 1, time,
        ${AMOUNT_PARTS.join(', ')}${hasFees ? `, ${FEE_PARTS.join(', ')}` : ''}) FROM items WHERE ${where.sql}`,
    [...key.values, ...received.values, ...sent.values, ...where.values],
    (
      group = 0,
      id = 0,
      bits = 0,
      asset = 0,
      time = 0,
      a = 0,
      b = 0,
      c = 0,
      d = 0,
      e = 0,
      f = 0,
      g = 0,
      h = 0,
    ) => {
      if (group !== lastKey) {
        of?.onRow?.(id)
        last = sumsOf(group)
        lastKey = group
      }
      last?.add(bits, asset, time, coin.decimals, a, b, c, d, e, f, g, h)
    },
  )
}

const joinedPlain = (one: Condition, other: Condition): Condition => ({
  sql: `${one.sql} AND ${other.sql}`,
  values: [...one.values, ...other.values],
})

/** What an asset is called, by the number of its token. */
const assetNames =
  (database: Database, context: RowContext | undefined): AssetNames =>
  (token) => {
    const text = database.get<{ text: string }>('SELECT text FROM names WHERE id = ?', token)?.text
    const [hash = '', symbol = null, name = null] = JSON.parse(text ?? '[]') as (string | null)[]
    // A token that is the coin counts as the coin.
    return hash === null || hash.toLowerCase() === context?.coin.contract
      ? null
      : { address_hash: hash, symbol, name }
  }

/** What rows of a group have in common, as a number: a name, or a quarter of an hour. */
function keySql(grouping: Grouping, own: readonly number[]): Condition {
  if (grouping === 'token' || grouping === 'method') return { sql: grouping, values: [] }
  if (grouping === 'counterparty') {
    const { sql, values } = isIn('sender', own)
    return {
      sql: `CASE WHEN ${sql} THEN receiver WHEN sender <> 0 THEN sender WHEN receiver <> 0 THEN receiver ELSE other END`,
      values,
    }
  }
  return { sql: `CASE WHEN time < 0 THEN -1 ELSE time / ${String(QUARTER_HOUR)} END`, values: [] }
}

function keyOfList(database: Database, grouping: Grouping, { list }: FoundInList): Condition {
  const { ownAddress } = list.context
  return keySql(grouping, ownAddress === undefined ? [] : createNameSets(database).ofAddresses([ownAddress]))
}

/** Adds up all groups in one pass, where there are some hundreds of them. */
function sumGroups(
  adder: Adder,
  view: SqlView,
  grouping: Grouping,
  zone: RowContext['zone'],
  counter: TotalsCounter,
): Groups {
  const { database } = adder
  const namer = groupNamer(database, grouping, zone)
  const numbering = new GroupNumbers(namer)
  const sums: Sums[] = []
  for (const found of view.found) {
    let id = 0
    addSums(
      adder,
      found,
      (key) => {
        const number = numbering.numberOf(key, id)
        return (sums[number] ??= new Sums())
      },
      {
        key: keyOfList(database, grouping, found),
        onRow: (next) => {
          id = next
        },
      },
    )
  }
  const all = new Sums()
  for (const one of sums) all.merge(one)
  return { ...numbering.finish(counter, (number) => sums[number]?.rows ?? 0), sums, all }
}

/** Counts the rows of each group: what they add up to is asked of those that are looked at. */
function countGroups(
  { database }: Adder,
  view: SqlView,
  grouping: Grouping,
  zone: RowContext['zone'],
  counter: TotalsCounter,
): Groups {
  const counts = new Map<number, number>()
  const firsts = new Map<number, number>()
  for (const found of view.found) {
    const key = keyOfList(database, grouping, found)
    const where = sureRows(found)
    eachRow(
      database,
      `SELECT each_row(${key.sql}, ${ITEM_ID}) FROM items WHERE ${where.sql}`,
      [...key.values, ...where.values],
      (group = 0, id = 0) => {
        const count = counts.get(group)
        if (count === undefined) firsts.set(group, id)
        counts.set(group, (count ?? 0) + 1)
      },
    )
  }
  const numbering = new GroupNumbers(groupNamer(database, grouping, zone))
  const rows: number[] = []
  for (const [key, count] of counts) {
    const number = numbering.numberOf(key, firsts.get(key) ?? 0)
    rows[number] = (rows[number] ?? 0) + count
  }
  return numbering.finish(counter, (number) => rows[number] ?? 0)
}

/** Of some groups, by their numbers. */
function sumsOfGroups(
  adder: Adder,
  view: SqlView,
  grouping: Grouping,
  keys: Groups['keys'],
  numbers: readonly number[],
): readonly (Sums | undefined)[] {
  const sums: Sums[] = []
  const byKey = new Map<number, Sums>()
  for (const number of numbers) {
    const own = (sums[number] = new Sums())
    for (const key of keys[number] ?? []) byKey.set(key, own)
  }
  if (byKey.size === 0) return sums
  for (const found of view.found) {
    const key = keyOfList(adder.database, grouping, found)
    const isOneOf = isIn(`(${key.sql})`, [...byKey.keys()])
    addSums(adder, found, (group) => byKey.get(group), {
      key,
      isOneOf: { sql: isOneOf.sql, values: [...key.values, ...isOneOf.values] },
    })
  }
  return sums
}

/** Undefined where a row is not there any more. */
function readGroups(
  adder: Adder,
  view: SqlView,
  { kind, grouping, zone }: Counting,
  { keys, firsts, order, read, sums: known }: Groups,
  readBody: ReadBody,
  offset: number,
  limit: number,
): GroupAnswer[] | undefined {
  if (!grouping) return []
  const numbers = order.slice(offset, limit)
  const contextOf = new Map<number, FoundInList>()
  for (const found of view.found) for (const { id } of found.list.directory.bodies) contextOf.set(id, found)
  const sums = known ?? sumsOfGroups(adder, view, grouping, keys, numbers)
  const [first] = view.lists
  const names = assetNames(adder.database, first?.context)
  const answers: GroupAnswer[] = []
  for (const number of numbers) {
    const own = read.get(number)
    let group = own && { ...own, sums: new Map([...own.sums].map(([key, sum]) => [key, { ...sum }])) }
    if (!group) {
      const first = firsts[number] ?? 0
      const found = contextOf.get(bodyOfId(first))
      const item = readBody({ id: bodyOfId(first) })?.[numberOfId(first)]?.item
      if (!found || item === undefined) return undefined
      const { of, condition } = groupOf(
        grouping,
        item as object,
        rowFields(kind),
        found.list.context,
        (time) => dayOf(time, zone),
      )
      group = { ...emptyTotals(), of, condition }
    }
    sums[number]?.addTo(group, names)
    answers.push(writeGroup(group, MAX_GROUP_SUMS))
  }
  return answers
}
