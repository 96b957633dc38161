/** What rows that match add up to, and by group: from the columns of items, and from rows that these don't decide. */
import { rowFields, type RowContext, type RowFields } from '#shared/query/row-fields.ts'
import { writeGroup, writeTotals } from '#shared/rpc/totals-text.ts'
import { countTotals, emptyTotals, groupOf, type Grouping, type TotalsCounter } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import { MAX_GROUP_SUMS, MAX_HELD_GROUPS } from '#shared/rpc/contract/held-limits.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import type { GroupAnswer, TotalsAnswer } from '#shared/rpc/contract/held-rows.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { areInColumns } from './are-in-columns.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { AMOUNT, AMOUNT_PARTS, FAILED, FEE, FEE_PARTS, TO_READ } from '../../rows/item-columns.ts'
import { finishGroups, numberGroups, type Groups } from './group-numbers.ts'
import { hasFlag, isIn, joined, type Condition } from './compile-sql.ts'
import { isPicked } from './picked-rows.ts'
import { eachColumns, type Column } from './read-columns.ts'
import { createNameSets, ofOwn } from './name-sets.ts'
import {
  bodyOfId,
  hasRowsToRead,
  idsIn,
  ITEM_ID,
  ITEMS_TO_READ,
  numberOfId,
  type ReadBody,
} from './rows-reader.ts'
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
    groupCount: groups.count,
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

/** Rows that columns don't decide. */
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

/** Of one list: rows whose columns say all of them, picked or not. */
function sureRows(database: Database, { list, condition }: FoundInList): Condition {
  if (!areInColumns(list.list.resource, list.context)) return { sql: '0', values: [] }
  if (!hasRowsToRead(database, list.list.id)) return condition.sure
  return joined([{ sql: `NOT (${hasFlag(TO_READ)})`, values: [] }, condition.sure], 'AND')
}

interface Adder {
  readonly database: Database
  readonly hasFees: boolean
}
interface OfGroups {
  /** SQL of the key; undefined: the time. */
  readonly key: Condition | undefined
  readonly isOneOf?: Condition
}

const column = (sql: string): Column => ({ sql, values: [] })
const rare = (sql: string): Column => ({ sql, values: [], isRare: true })
const TIME = column('time')
const TOKEN = column('token')
const ID = column(ITEM_ID)
const NONE = new Float64Array(0)

/** Of `flags`: what sums are told. */
const SUMMED = FAILED | AMOUNT | FEE

/** `sumsOf`: of a group, by the number of its key and the id of the first row that has it. */
function addSums(
  { database, hasFees }: Adder,
  found: FoundInList,
  sumsOf: (key: number, idOf: () => number) => Sums | undefined,
  of?: OfGroups,
) {
  const { list } = found
  const { coin } = list.context
  const own = ofOwn(createNameSets(database), list.context)
  const [received, sent] = [isIn('receiver', own), isIn('sender', own)]
  const parts = [...AMOUNT_PARTS, ...(hasFees ? FEE_PARTS : [])].map(rare)
  const key = of ? (of.key?.sql === TOKEN.sql ? TOKEN : (of.key ?? TIME)) : undefined
  const columns = [
    {
      sql: `(flags & ${String(SUMMED)}) * 4 + (${received.sql}) + 2 * (${sent.sql})`,
      values: [...received.values, ...sent.values],
    },
    TOKEN,
    column('decimals'),
    ...parts,
    ...(key ? [TIME] : []),
    ...(key && key !== TIME && key !== TOKEN ? [key] : []),
  ]
  const where = of?.isOneOf
    ? joined([sureRows(database, found), of.isOneOf], 'AND')
    : sureRows(database, found)
  const aggregates = key ? [] : ['min(CASE WHEN time >= 0 THEN time END)', 'max(time)']
  eachColumns(
    database,
    list,
    { where, picked: found.picked, columns, aggregates },
    ({ columns: read, count, aggregates: ends, read: readMore }) => {
      const [bits = NONE, tokens = NONE, decimals = NONE] = read
      const [a = NONE, b = NONE, c = NONE, d = NONE, e = NONE, ...fees] = read.slice(3, 3 + parts.length)
      const [f = NONE, g = NONE, h = NONE] = fees
      const [times = NONE, others = NONE] = read.slice(3 + parts.length)
      const keys = key === TOKEN ? tokens : key === TIME ? times : others
      let ids: Float64Array | undefined
      let [last, lastKey]: [Sums | undefined, number] = [undefined, NaN]
      for (let row = 0; row < count; row += 1) {
        const group = key ? (keys[row] ?? 0) : 0
        if (group !== lastKey) {
          last = sumsOf(group, () => (ids ??= readMore(ID))[row] ?? 0)
          lastKey = group
        }
        last?.add(
          bits[row] ?? 0,
          (tokens[row] ?? 0) * 512 + (decimals[row] ?? 0) + 1,
          coin.decimals,
          a[row] ?? 0,
          b[row] ?? 0,
          c[row] ?? 0,
          d[row] ?? 0,
          e[row] ?? 0,
          f[row] ?? 0,
          g[row] ?? 0,
          h[row] ?? 0,
        )
        if (key) last?.see(times[row] ?? -1)
      }
      for (const end of ends) if (end !== null) last?.see(end)
    },
  )
}

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

/** What rows of a group have in common, as a number: a name. Undefined: their time. */
function keySql(
  grouping: Grouping,
  own: readonly number[],
  { from, to }: RowFields<object>,
): Condition | undefined {
  if (grouping === 'token' || grouping === 'method') return { sql: grouping, values: [] }
  if (grouping !== 'counterparty') return undefined
  if (from && !to) return { sql: 'sender', values: [] }
  const { sql, values } = isIn('sender', own)
  return {
    sql: `CASE WHEN ${sql} THEN receiver WHEN sender <> 0 THEN sender WHEN receiver <> 0 THEN receiver ELSE other END`,
    values,
  }
}

function keyOfList(database: Database, grouping: Grouping, { list }: FoundInList): Condition | undefined {
  const own = ofOwn(createNameSets(database), list.context)
  return keySql(grouping, own, rowFields(list.list.resource))
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
      { key },
    )
  }
  const all = new Sums()
  const rows = new Float64Array(sums.length)
  // Numbers of names are far apart.
  sums.forEach((one, number) => {
    all.merge(one)
    rows[number] = one.rows
  })
  return { ...finishGroups(numbering, counter, rows), sums, all }
}

/** Counts the rows of each group: what they add up to is asked of those that are looked at. */
function countGroups(
  { database }: Adder,
  view: SqlView,
  grouping: Grouping,
  zone: RowContext['zone'],
  counter: TotalsCounter,
): Groups {
  const numbering = numberGroups(database, grouping, zone)
  const counts = new Float64Array(numbering.nameCount)
  for (const { list, ...found } of view.found) {
    const key = keyOfList(database, grouping, { list, ...found })
    if (!key) continue
    const asked = { where: sureRows(database, { list, ...found }), picked: found.picked, columns: [key] }
    eachColumns(database, list, asked, ({ columns: [keys = NONE], count }) => {
      for (let row = 0; row < count; row += 1) {
        const number = numbering.numberOf(keys[row] ?? 0)
        counts[number] = (counts[number] ?? 0) + 1
      }
    })
  }
  return finishGroups(numbering, counter, counts)
}

/** Of some groups, by their numbers; with a first row of each. */
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
  for (const found of view.found) {
    const key = keyOfList(adder.database, grouping, found)
    if (!key) continue
    const isOneOf = isIn(`(${key.sql})`, [...numberOf.keys()])
    addSums(
      adder,
      found,
      (group, idOf) => {
        const number = numberOf.get(group) ?? 0
        if (!firsts.has(number)) firsts.set(number, idOf())
        return (sums[number] ??= new Sums())
      },
      { key, isOneOf: { sql: isOneOf.sql, values: [...key.values, ...isOneOf.values] } },
    )
  }
  return sums
}

/** Undefined where a row is not there any more. */
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
  const contextOf = new Map<number, FoundInList>()
  for (const found of view.found) for (const { id } of found.list.directory.bodies) contextOf.set(id, found)
  const sums = known ?? sumsOfGroups(adder, view, grouping, { keysOf, firsts }, numbers)
  const [first] = view.lists
  const names = assetNames(adder.database, first?.context)
  const answers: GroupAnswer[] = []
  for (const number of numbers) {
    const own = read.get(number)
    let group = own && { ...own, sums: new Map([...own.sums].map(([key, sum]) => [key, { ...sum }])) }
    if (!group) {
      const first = firsts.get(number) ?? 0
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
