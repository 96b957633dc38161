/**
 * Which rows of the lists of one kind match a question, and in which order. SQL looks through the columns of items; rows
 * that these don't decide are read, and what was said of one holds as long as it is there.
 */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { sortValue } from '#shared/query/sort.ts'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { SQLInputValue } from 'node:sqlite'
import type { Database } from '#platform/sqlite/database.ts'
import { foldsOf, type FoldedRows } from '../fold-rows.ts'
import { wholeList } from '../view.ts'
import type { QueriedList, RowQuery } from '../row-query.ts'
import { heldRowTest } from '../row-test.ts'
import type { YieldIfDue } from '../time-slices.ts'
import { areInColumns } from './are-in-columns.ts'
import {
  compileSql,
  compileToNull,
  hasFlag,
  isIn,
  joined,
  mayBe,
  ROWS_TO_READ,
  scamSql,
  type Condition,
  type RowCondition,
} from './compile-sql.ts'
import { UNSURE } from '../../rows/item-columns.ts'
import { createNameSets } from './name-sets.ts'
import {
  NOTHING_FOLDED,
  placeIn,
  viewOf,
  viewOfRows,
  wholeOf,
  type FoundInList,
  type SqlView,
} from './sql-view.ts'
import { bodyOfId, ITEM_ID, numberOfId, type ReadBody } from './rows-reader.ts'
import { orderRows } from './order-rows.ts'
import { sortColumns, type SortColumns } from './sort-columns.ts'

/** So many rows from the top SQL finds by itself; to sort all of them takes ten times as long. */
const MAX_TOP_ROWS = 1_000
/** What a window shows first. */
const SOME_TOP_ROWS = 200
const topOf = (reach: number) => (reach <= SOME_TOP_ROWS ? SOME_TOP_ROWS : MAX_TOP_ROWS)

export class SqlMatches {
  readonly #database: Database
  readonly #asked: RowQuery
  /** By list, of the last look. */
  readonly #known = new Map<number, { readonly key: string; readonly found: FoundInList }>()
  /** What was said of rows that had to be read. */
  readonly #verdicts = new Map<number, keyof FoldedRows | boolean>()
  view: SqlView | undefined
  #reach = 0

  constructor(database: Database, asked: RowQuery) {
    this.#database = database
    this.#asked = asked
  }

  /** What it takes of memory, in rows of a plain answer. */
  get size(): number {
    const { sortBy, hasRepeats } = this.#asked
    return 1 + (this.view?.size ?? 0) * (sortBy !== null || hasRepeats ? 6 : 1) + this.#verdicts.size
  }

  /** `reach`: rows from the top that are looked at now. Undefined where something changed while it was read. */
  async find(
    revision: string,
    lists: readonly QueriedList[],
    readBody: ReadBody,
    descending: boolean,
    yieldIfDue: YieldIfDue,
    reach = Infinity,
  ): Promise<SqlView | undefined> {
    if (this.view?.revision === revision && this.view.descending === descending && reach <= this.#reach)
      return this.view
    const { query, sortBy, hasRepeats } = this.#asked
    const [first] = lists
    if (!query && sortBy === null && !hasRepeats && first && !first.folds && lists.length === 1) {
      this.#reach = Infinity
      this.view = { ...wholeList(revision, first, descending), found: [wholeOf(first)] }
      return this.view
    }
    const top = this.#top(revision, lists, descending, reach)
    this.#reach = top ? topOf(reach) : Infinity
    if (top) return (this.view = top)
    const found: FoundInList[] = []
    for (const list of lists) {
      const one = await this.#look(list, readBody, yieldIfDue, lists.length > 1)
      if (!one) return undefined
      found.push(one)
    }
    const rows = await orderRows(found, { ...this.#asked, descending, readBody }, yieldIfDue)
    this.view = viewOfRows(revision, found, {
      ...rows,
      descending,
      isInListOrder: sortBy === null && !hasRepeats,
    })
    return this.view
  }

  /** The first rows of one list by SQL alone; undefined where they can't be told so. */
  #top(
    revision: string,
    lists: readonly QueriedList[],
    descending: boolean,
    reach: number,
  ): SqlView | undefined {
    const { sortBy, hasRepeats } = this.#asked
    const [list] = lists
    if (sortBy === null || hasRepeats || !list || list.folds || reach > MAX_TOP_ROWS) return undefined
    const sorting = this.#sorting(list)
    if (!sorting?.order) return undefined
    const condition = this.#conditionOf(list)
    const { order, unsure } = sorting
    const { where, fits } = condition
    const values: SQLInputValue[] = [list.list.id, ...where.values]
    const counted = this.#database.get<{ count: number; unsure: number | null }>(
      `SELECT count(*) AS count, sum(${hasFlag(unsure)} OR NOT (${fits.sql})) AS unsure
        FROM items WHERE list_id = ? AND ${where.sql}`,
      ...fits.values,
      ...values,
    )
    if (!counted || (counted.unsure ?? 0) > 0) return undefined
    const direction = descending ? 'DESC' : 'ASC'
    const ids = this.#idsOf(
      `SELECT ${ITEM_ID} AS id FROM ${rowsFor(order, descending)} ${where.sql}
        ORDER BY ${order.has} DESC, ${order.columns.map((column) => `${column} ${direction}`).join(', ')},
          height DESC, rank DESC LIMIT ?`,
      ...values,
      topOf(reach),
    )
    const found = { ...wholeOf(list), condition, isAll: this.#asked.query === null }
    return viewOf(revision, descending, [found], {
      count: counted.count,
      placeOf: (at) => placeIn(list, ids[at]),
      valueAt: () => undefined,
      isInListOrder: false,
    })
  }

  /** Undefined where rows have to be read for it. */
  #sorting({ list, context }: QueriedList): SortColumns | undefined {
    const { sortBy } = this.#asked
    return sortBy === null || !areInColumns(list.resource, context)
      ? undefined
      : sortColumns(this.#database, list, sortBy, context)
  }

  #idsOf(sql: string, ...values: readonly SQLInputValue[]): Float64Array {
    const ids = this.#database.get<{ ids: string }>(
      `SELECT json_group_array(id) AS ids FROM (${sql})`,
      ...values,
    )
    return Float64Array.from(JSON.parse(ids?.ids ?? '[]') as number[])
  }

  #conditionOf({ list, context, folds }: QueriedList): RowCondition {
    const { query } = this.#asked
    const isOfToken = listEndpoint(list.list).path.startsWith('/tokens/')
    const of = { resource: list.resource, context, isOfToken, names: createNameSets(this.#database) }
    if (!areInColumns(list.resource, context)) return ROWS_TO_READ
    if (!folds) return compileSql(query, of)
    const asked = compileToNull(query, of)
    const folded = foldedSql(of, [...folds.dealings.imitated.keys()])
    return mayBe({
      // Of a row that is not known to match nobody knows whether it is one that is left out.
      sql: `CASE WHEN (${asked.sql}) IS NULL THEN NULL ELSE (${asked.sql}) AND NOT (${folded.sql}) END`,
      values: [...asked.values, ...asked.values, ...folded.values],
    })
  }

  async #look(
    list: QueriedList,
    readBody: ReadBody,
    yieldIfDue: YieldIfDue,
    isOneOfSeveral: boolean,
  ): Promise<FoundInList | undefined> {
    const { id, changed } = list.list
    const key = `${String(changed)} ${String(list.folds?.version)}`
    const known = this.#known.get(id)
    if (known?.key === key) return { ...known.found, list }
    if (known && known.found.list.folds?.version !== list.folds?.version) this.#verdicts.clear()
    const found = await this.#scan(list, readBody, yieldIfDue)
    // One list is looked through again as a whole.
    if (found && isOneOfSeveral) this.#known.set(id, { key, found })
    return found
  }

  async #scan(
    list: QueriedList,
    readBody: ReadBody,
    yieldIfDue: YieldIfDue,
  ): Promise<FoundInList | undefined> {
    const { hasRepeats } = this.#asked
    const sorting = this.#sorting(list)
    const condition = this.#conditionOf(list)
    const columns = [...(hasRepeats ? ['key'] : []), ...(sorting ? ['flags', ...sorting.columns] : [])]
    const [ids = [], ...arrays] = this.#readColumns(list, condition, columns)
    await yieldIfDue()
    const decide = this.#decider(list, readBody)
    const read = new Set<number>()
    const folded = { ...this.#countFolded(list) }
    const kept: number[] = []
    for (const [at, id] of ids.entries()) {
      if (id < 0) {
        const verdict = decide(-1 - id)
        if (verdict === undefined) return undefined
        if (typeof verdict === 'string') folded[verdict] += 1
        if (verdict === true) {
          read.add(-1 - id)
          kept.push(at)
        }
        await yieldIfDue()
      } else kept.push(at)
    }
    const isAll = kept.length === ids.length
    const stays = new Set(isAll ? [] : kept)
    // Nothing stays nothing: columns can be null.
    const pick = (all: readonly number[]) => (isAll ? all : all.filter((_, at) => stays.has(at)))
    const own = Float64Array.from(pick(ids), (id) => (id < 0 ? -1 - id : id))
    const picked = arrays.map(pick)
    const keys = hasRepeats ? picked.shift() : undefined
    const values = await this.#valuesOf(list, sorting, own, picked, readBody, yieldIfDue)
    return {
      list,
      condition,
      isAll: false,
      ids: own,
      read,
      folded,
      identities: keys?.map((key) => `${list.list.source} ${String(key)}`),
      values,
      dropped: [],
      isNear: sorting?.nearest && nearRows(picked[0], sorting.exact),
    }
  }

  /** Of rows that match or may match: their ids, below zero where they have to be read, and columns. */
  #readColumns(list: QueriedList, { where, fits }: RowCondition, columns: readonly string[]): number[][] {
    const names = columns.map((_, at) => `column_${String(at)}`)
    const row = this.#database.get<Readonly<Record<string, string>>>(
      `SELECT json_group_array(CASE WHEN fits THEN id ELSE -1 - id END) AS ids
          ${names.map((name) => `, json_group_array(${name}) AS ${name}`).join('')}
        FROM (SELECT ${ITEM_ID} AS id, (${fits.sql}) AS fits
            ${columns.map((column, at) => `, ${column} AS column_${String(at)}`).join('')}
          FROM items WHERE list_id = ? AND ${where.sql} ORDER BY height DESC, rank DESC)`,
      ...fits.values,
      list.list.id,
      ...where.values,
    )
    return ['ids', ...names].map((name) => JSON.parse(row?.[name] ?? '[]') as number[])
  }

  /** Rows that match and are left out as the source marks them. */
  #countFolded(list: QueriedList): FoldedRows {
    const { list: of, context } = list
    if (!list.folds || !areInColumns(of.resource, context)) return NOTHING_FOLDED
    const isOfToken = listEndpoint(of.list).path.startsWith('/tokens/')
    const compiler = { resource: of.resource, context, isOfToken, names: createNameSets(this.#database) }
    const { sure } = compileSql(this.#asked.query, compiler)
    const scam = scamSql(compiler)
    const scams = this.#database.get<{ count: number }>(
      `SELECT count(*) AS count FROM items WHERE list_id = ? AND ${sure.sql} AND (${scam.sql}) IS TRUE`,
      of.id,
      ...sure.values,
      ...scam.values,
    )
    return { scam: scams?.count ?? 0, imitations: 0 }
  }

  /** Whether a row matches, or why one that matches is left out. Undefined where it is not there any more. */
  #decider(list: QueriedList, readBody: ReadBody): (id: number) => keyof FoldedRows | boolean | undefined {
    const fits = heldRowTest(this.#asked.query, list.list, list.context)
    const reasonOf = list.folds && foldsOf(list, list.folds)
    return (id) => {
      const known = this.#verdicts.get(id)
      if (known !== undefined) return known
      const row = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]
      if (!row) return undefined
      const verdict = fits(row) && (reasonOf?.(row) ?? true)
      this.#verdicts.set(id, verdict)
      return verdict
    }
  }

  async #valuesOf(
    list: QueriedList,
    sorting: SortColumns | undefined,
    ids: Float64Array,
    columns: readonly (readonly number[])[],
    readBody: ReadBody,
    yieldIfDue: YieldIfDue,
  ): Promise<FoundInList['values']> {
    const { sortBy } = this.#asked
    if (sortBy === null) return undefined
    const valueOf = sortValue(list.list.resource, sortBy, list.context)
    const ofColumns = sorting?.valuesOf(columns)
    const [flags = []] = columns
    const read = new Map<number, SortValue | undefined>()
    for (let row = 0; row < ids.length; row += 1) {
      if (sorting && ((flags[row] ?? 0) & sorting.unsure) === 0) continue
      const id = ids[row] ?? 0
      const item = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]?.item
      const value = item === undefined ? undefined : valueOf(item as object)
      read.set(row, value !== undefined && sorting?.nearest ? sorting.nearest(value) : value)
      await yieldIfDue()
    }
    return (row) => (read.has(row) ? read.get(row) : ofColumns?.(row))
  }
}

/** `exact`: of `flags`. */
const nearRows =
  (flags: readonly number[] = [], exact = 0) =>
  (row: number) =>
    ((flags[row] ?? 0) & exact) === 0

/**
 * Where the rows that are wanted come last, from the other end: each would take the place of one before it. The number of
 * the list is bound.
 */
const rowsFor = ({ isPlace }: NonNullable<SortColumns['order']>, descending: boolean) =>
  isPlace === true && !descending
    ? '(SELECT * FROM items WHERE list_id = ? ORDER BY height, rank LIMIT -1) WHERE'
    : 'items WHERE list_id = ? AND'

/** Rows that are left out; NULL of those that have to be read to be judged. */
function foldedSql(of: Parameters<typeof compileSql>[1], imitators: readonly string[]): Condition {
  const scam = scamSql(of)
  const numbers = imitators.length === 0 ? [] : of.names.ofAddresses(imitators)
  if (numbers.length === 0) return scam
  const imitates = joined([isIn('sender', numbers), isIn('receiver', numbers)], 'OR')
  return joined(
    [
      scam,
      {
        sql: `CASE WHEN ${hasFlag(UNSURE)} OR ${imitates.sql} THEN NULL ELSE 0 END`,
        values: imitates.values,
      },
    ],
    'OR',
  )
}
