/** Aggregates matching rows, also by group: from the columns of items, and from rows that these do not decide. */
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { countTotals, emptyTotals, groupOf, type Grouping, type TotalsCounter } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import { MAX_GROUP_SUMS, MAX_ANSWER_GROUPS } from '#shared/rpc/contract/row-limits.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { GroupAnswer, TotalsAnswer } from '#shared/rpc/contract/rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { areInColumns } from './sql-matches.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { AMOUNT_PARTS, FEE_PARTS, TO_READ } from '../../rows/item-columns.ts'
import { finishGroups, numberGroups, type Groups } from './group-numbers.ts'
import { isPicked } from './picked-rows.ts'
import { isIn } from './compile-sql.ts'
import { column, eachColumns, type Column, type ColumnsPart } from './read-columns.ts'
import { createNameSets, ofOwn } from './name-sets.ts'
import { bodyOfId, idsIn, ITEM_ID, ITEMS_TO_READ, numberOfId, type ReadBody } from '../rows-reader.ts'
import { placeIn, type FoundInList, type SqlView } from './sql-view.ts'
import { flagsIn, shapeOf, Sums, type AddedColumns, type AssetNames } from './sums.ts'

export interface CountedRows {
  readonly totals: TotalsAnswer
  readonly groupCount: number
  /** Groups, most rows first. Undefined if a row is gone. */
  readonly groupsAt: (offset: number, limit: number) => GroupAnswer[] | undefined
}

export interface Counting {
  readonly kind: Resource
  readonly grouping: Grouping | null
  readonly zone: RowContext['zone']
}

/** Undefined if a row is gone meanwhile. */
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
  const totals = writeTotals(counter.totals, MAX_ANSWER_GROUPS)
  if (!groups) return { totals, groupCount: 0, groupsAt: () => [] }
  return {
    totals,
    groupCount: groups.count,
    groupsAt: (offset, limit) => readGroups(adder, view, counting, groups, readBody, offset, limit),
  }
}

const summed = new WeakMap<SqlView, Sums>()

/** The sums of all rows of a view, cached for all groupings. */
function sumsOf(adder: Adder, view: SqlView): Sums {
  let sums = summed.get(view)
  if (!sums) {
    const all = (sums = new Sums())
    for (const found of view.found) addSums(adder, found, () => all)
    summed.set(view, sums)
  }
  return sums
}

/** Adds the rows that the columns do not decide. */
async function addRead(
  database: Database,
  found: FoundInList,
  counter: TotalsCounter,
  readBody: ReadBody,
  yieldIfDue: YieldIfDue,
): Promise<boolean> {
  const { list, condition, picked } = found
  const isInColumns = areInColumns(list.list.resource, list.context)
  const ids = new Set(found.isAll && !isInColumns ? idsIn(list.directory) : found.read)
  if (isInColumns)
    for (const { id } of database.all<{ id: number }>(
      `SELECT ${ITEM_ID} AS id FROM (SELECT * FROM ${ITEMS_TO_READ} LIMIT -1) WHERE ${condition.sure.sql}`,
      list.list.id,
      ...condition.sure.values,
    ))
      ids.add(id)
  for (const id of ids) {
    if (!isPicked(picked, id)) continue
    const row = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]
    if (!row) return false
    if (row.item !== undefined) counter.add(row.item as object, list.context)
    await yieldIfDue()
  }
  return true
}

interface Adder {
  readonly database: Database
  readonly hasFees: boolean
}
const rare = (sql: string): Column => ({ sql, values: [], isRare: true })
const TIME = column('time')
const AMOUNTS = AMOUNT_PARTS.map(rare)
const FEES = FEE_PARTS.map(rare)
const ID = column(ITEM_ID)
const NONE = new Float64Array(0)

/** Reads rows of one list that certainly match. Rows with a flag of `TO_READ` are added separately. */
function eachSure(
  database: Database,
  { list, condition, picked }: FoundInList,
  columns: readonly Column[],
  take: (part: ColumnsPart) => void,
) {
  if (!areInColumns(list.list.resource, list.context)) return
  eachColumns(database, list, { where: condition.sure, picked, columns }, take)
}

/**
 * Adds rows. `sumsOf`: the sums of a group, by the number of its key and the id of the row; undefined if the group is not
 * summed.
 */
function addSums(
  { database, hasFees }: Adder,
  found: FoundInList,
  sumsOf: (key: number, idOf: () => number) => Sums | undefined,
  key?: Column,
) {
  const { coin } = found.list.context
  const columns = [shapeOf(ownNames(database, found)), TIME, ...AMOUNTS, ...(hasFees ? FEES : [])]
  const selected = key ? [...columns, key] : columns
  eachSure(database, found, selected, ({ columns: read, count, read: readMore }) => {
    const [shapes = NONE, times = NONE, a = NONE, b = NONE, c = NONE, d = NONE, e = NONE] = read
    const fees = read.slice(2 + AMOUNTS.length, columns.length)
    const added = { shapes, times, a, b, c, d, e, fees, coinDecimals: coin.decimals }
    let ids: Float64Array | undefined
    addRows(added, count, key && read[columns.length], (group, row) =>
      sumsOf(group, () => (ids ??= readMore(ID))[row] ?? 0),
    )
  })
}

/** A function of its own, because the engine compiles a loop late within a callback. */
function addRows(
  added: AddedColumns,
  count: number,
  keys: Float64Array | undefined,
  sumsOf: (group: number, row: number) => Sums | undefined,
) {
  const { shapes } = added
  let [last, lastKey]: [Sums | undefined, number] = [undefined, NaN]
  for (let row = 0; row < count; row += 1) {
    if ((flagsIn(shapes[row] ?? 0) & TO_READ) !== 0) continue
    const group = keys ? (keys[row] ?? 0) : 0
    if (group !== lastKey) {
      last = sumsOf(group, row)
      lastKey = group
    }
    last?.add(added, row)
  }
}

/** The name of an asset, by the number of its token. */
const assetNames =
  (database: Database, context: RowContext | undefined): AssetNames =>
  (token) => {
    const text = database.get<{ text: string }>('SELECT text FROM names WHERE id = ?', token)?.text
    const [hash = '', symbol = null, name = null] = JSON.parse(text ?? '[]') as (string | null)[]
    // A token that represents the coin counts as the coin.
    return hash === null || hash.toLowerCase() === context?.coin.contract
      ? null
      : { address_hash: hash, symbol, name }
  }

/** Names of the list's own addresses. */
const ownNames = (database: Database, { list }: FoundInList): readonly number[] =>
  ofOwn(createNameSets(database), list.context)

/** The column that rows are grouped by: number of a name, or a time. */
function keyOfList(database: Database, grouping: Grouping, found: FoundInList): Column {
  if (grouping === 'token' || grouping === 'method') return column(grouping)
  if (grouping !== 'counterparty') return TIME
  const { from, to } = rowFields(found.list.list.resource)
  if (from && !to) return column('sender')
  const { sql: isSent, values } = isIn('sender', ownNames(database, found))
  return {
    sql: `CASE WHEN ${isSent} THEN receiver WHEN sender <> 0 THEN sender WHEN receiver <> 0 THEN receiver ELSE other END`,
    values,
  }
}

/** Sums all groups in one pass, for at most some hundreds of groups. */
function sumGroups(
  adder: Adder,
  view: SqlView,
  grouping: Grouping,
  zone: RowContext['zone'],
  counter: TotalsCounter,
): Groups {
  const { database } = adder
  const numbering = numberGroups(database, grouping, zone)
  const { firsts } = numbering
  const sums: Sums[] = []
  for (const found of view.found) {
    const key = keyOfList(database, grouping, found)
    addSums(
      adder,
      found,
      (group, idOf) => {
        const number = numbering.numberOf(group)
        let own = sums[number]
        if (!own) {
          own = sums[number] = new Sums()
          firsts.set(number, idOf())
        }
        return own
      },
      key,
    )
  }
  const all = new Sums()
  const rows = new Float64Array(sums.length)
  // Numbers of names are sparse.
  sums.forEach((one, number) => {
    all.merge(one)
    rows[number] = one.rows
  })
  return { ...finishGroups(numbering, counter, rows), sums, all }
}

/** Counts the rows of each group; sums are computed only for groups that are read. */
function countGroups(
  { database }: Adder,
  view: SqlView,
  grouping: Grouping,
  zone: RowContext['zone'],
  counter: TotalsCounter,
): Groups {
  const numbering = numberGroups(database, grouping, zone)
  const counts = new Float64Array(numbering.nameCount)
  for (const found of view.found) {
    const columns = [shapeOf(ownNames(database, found)), keyOfList(database, grouping, found)]
    eachSure(database, found, columns, ({ columns: [shapes = NONE, keys = NONE], count }) => {
      for (let row = 0; row < count; row += 1) {
        if ((flagsIn(shapes[row] ?? 0) & TO_READ) !== 0) continue
        const number = numbering.numberOf(keys[row] ?? 0)
        counts[number] = (counts[number] ?? 0) + 1
      }
    })
  }
  return finishGroups(numbering, counter, counts)
}

/** Sums of groups, by their numbers, with the first row of each. */
function sumsOfGroups(
  adder: Adder,
  view: SqlView,
  grouping: Grouping,
  { keysOf, firsts }: Pick<Groups, 'keysOf' | 'firsts'>,
  numbers: readonly number[],
): readonly (Sums | undefined)[] {
  const sums: Sums[] = []
  const numberOf = new Map<number, number>()
  for (const number of numbers) for (const key of keysOf(number)) numberOf.set(key, number)
  if (numberOf.size === 0) return sums
  for (const found of view.found)
    addSums(
      adder,
      found,
      (key, idOf) => {
        const number = numberOf.get(key)
        if (number === undefined) return undefined
        if (!firsts.has(number)) firsts.set(number, idOf())
        return (sums[number] ??= new Sums())
      },
      keyOfList(adder.database, grouping, found),
    )
  return sums
}

/** Undefined if a row is gone meanwhile. */
function readGroups(
  adder: Adder,
  view: SqlView,
  { kind, grouping, zone }: Counting,
  { keysOf, firsts, slice, read, sums: known }: Groups,
  readBody: ReadBody,
  offset: number,
  limit: number,
): GroupAnswer[] | undefined {
  if (!grouping) return []
  const numbers = slice(offset, limit)
  const sums = known ?? sumsOfGroups(adder, view, grouping, { keysOf, firsts }, numbers)
  const [first] = view.lists
  const names = assetNames(adder.database, first?.context)
  const answers: GroupAnswer[] = []
  for (const number of numbers) {
    const own = read.get(number)
    let group = own && { ...own, sums: new Map([...own.sums].map(([key, sum]) => [key, { ...sum }])) }
    if (!group) {
      const first = firsts.get(number) ?? 0
      const found = view.found.find(({ list }) => placeIn(list, first) !== undefined)
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
