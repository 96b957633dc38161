/**
 * Finds the rows of lists of one kind that match a query, and their order. SQL tests the columns of items. Rows that these
 * do not decide are read, and the result is cached as long as the row exists.
 */
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { sortValue } from '#shared/query/sort.ts'
import type { SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { foldsOf, type FoldedRows } from '../fold-rows.ts'
import { wholeList } from '../view.ts'
import type { QueriedList, RowQuery } from '../row-query.ts'
import { loadedRowTest } from '../row-test.ts'
import type { YieldIfDue } from '../time-slices.ts'
import {
  ALWAYS,
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
import { MAYBE_UNREAD } from './unread-rows.ts'
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
import { ALL_PICKED } from './picked-rows.ts'
import { areZeros, readColumns, type Column, type Columns } from './read-columns.ts'
import { bodyOfId, hasRowsToRead, idsIn, ITEM_ID, numberOfId, type ReadBody } from '../rows-reader.ts'
import { isByOwners, orderRows, TOP_ROWS } from './order-rows.ts'
import { sortColumns, type SortColumns } from './sort-columns.ts'

export class SqlMatches {
  readonly #database: Database
  readonly #asked: RowQuery
  /** By list, from the last run. */
  readonly #known = new Map<number, { readonly key: string; readonly found: FoundInList }>()
  /** Results for rows that had to be read. */
  readonly #verdicts = new Map<number, keyof FoldedRows | boolean>()
  view: SqlView | undefined
  #reach = 0

  constructor(database: Database, asked: RowQuery) {
    this.#database = database
    this.#asked = asked
  }

  /** Size in memory, in rows of a plain result. */
  get size(): number {
    const { sortBy, hasRepeats, isCompared } = this.#asked
    return (
      1 + (this.view?.size ?? 0) * (sortBy !== null || hasRepeats || isCompared ? 6 : 1) + this.#verdicts.size
    )
  }

  /** `reach`: number of rows from the top that are needed now. Undefined if something changed meanwhile. */
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
    const { query, sortBy, hasRepeats, isCompared } = this.#asked
    const [first] = lists
    const isPlain = !query && sortBy === null && !hasRepeats && !isCompared
    if (isPlain && first && !first.folds && lists.length === 1) {
      this.#reach = Infinity
      this.view = { ...wholeList(revision, first, descending), found: [wholeOf(first)] }
      return this.view
    }
    const top = reach <= TOP_ROWS ? this.#top(revision, lists, descending) : undefined
    if (top) {
      this.#reach = TOP_ROWS
      return (this.view = top)
    }
    const found: FoundInList[] = []
    for (const list of lists) {
      const one = await this.#look(list, readBody, yieldIfDue, lists.length > 1)
      if (!one) return undefined
      found.push(one)
    }
    const rows = await orderRows(
      found,
      { ...this.#asked, descending, database: this.#database, readBody, reach },
      yieldIfDue,
    )
    if (!rows) return undefined
    this.#reach = rows.isTop ? TOP_ROWS : Infinity
    this.view = viewOfRows(revision, found, { ...rows, descending })
    return this.view
  }

  /** The first rows of one list by SQL alone; undefined if SQL can't decide them. */
  #top(revision: string, lists: readonly QueriedList[], descending: boolean): SqlView | undefined {
    const [list] = lists
    if (!list || list.folds || lists.length > 1) return undefined
    const sorting = this.#sorting(list)
    if (sorting?.isPlain !== true) return undefined
    const condition = this.#conditionOf(list)
    const { where } = condition
    if (hasRowsToRead(this.#database, list.list.id)) return undefined
    const { query } = this.#asked
    const counted = query || sorting.isNear !== undefined ? this.#count(list, condition, sorting) : undefined
    if (counted && counted.unsure > 0) return undefined
    const direction = descending ? 'DESC' : 'ASC'
    const columns = sorting.columns.map(({ sql }, at) => `${sql} AS column_${String(at)}`)
    // If the wanted rows come last, SQL starts from the other end, because else each row would replace one before it.
    const turned = sorting.isPlace === true && !descending ? 'ORDER BY height, rank LIMIT -1' : ''
    const ids = this.#database.all<{ id: number }>(
      `SELECT id FROM (SELECT ${ITEM_ID} AS id, height, rank, ${sorting.lacks} AS lacks, ${columns.join(', ')}
          FROM items WHERE list_id = ? AND ${where.sql} ${turned})
        ORDER BY lacks, ${columns.map((_, at) => `column_${String(at)} ${direction}`).join(', ')},
          height DESC, rank DESC LIMIT ?`,
      list.list.id,
      ...where.values,
      TOP_ROWS,
    )
    const found = { ...wholeOf(list), condition, isAll: query === null }
    return viewOf(revision, descending, [found], {
      count: counted?.count ?? list.directory.rows,
      placeOf: (at) => placeIn(list, ids[at]?.id),
      valueAt: () => undefined,
    })
  }

  /** Number of rows that match or may match, and of those whose match or value is uncertain. */
  #count({ list }: QueriedList, { where, fits }: RowCondition, { isNear = '0' }: SortColumns) {
    return this.#database.get<{ count: number; unsure: number }>(
      `SELECT count(*) AS count, count(*) FILTER (WHERE NOT (${fits.sql}) OR ${isNear}) AS unsure
        FROM items WHERE list_id = ? AND ${where.sql}`,
      ...fits.values,
      list.id,
      ...where.values,
    )
  }

  /** Undefined if rows have to be read to sort. */
  #sorting({ list, context }: QueriedList): SortColumns | undefined {
    const { sortBy } = this.#asked
    return sortBy === null || !areInColumns(list.resource, context)
      ? undefined
      : sortColumns(this.#database, list, sortBy, context)
  }

  #conditionOf({ list, context, folds }: QueriedList): RowCondition {
    const { query } = this.#asked
    const isOfToken = listEndpoint(list.list).path.startsWith('/tokens/')
    const areAllSure = !hasRowsToRead(this.#database, list.id)
    const of = {
      ...{ resource: list.resource, context, isOfToken, areAllSure },
      names: createNameSets(this.#database),
    }
    if (!areInColumns(list.resource, context)) return ROWS_TO_READ
    if (!folds) return compileSql(query, of)
    const compiled = compileToNull(query, of)
    const folded = foldedSql(of, [...folds.detector.imitated.keys()])
    return mayBe({
      // If a row may or may not match, it is unknown whether it is left out.
      sql: `CASE WHEN (${compiled.sql}) IS NULL THEN NULL ELSE (${compiled.sql}) AND NOT (${folded.sql}) END`,
      values: [...compiled.values, ...compiled.values, ...folded.values],
    })
  }

  async #look(
    list: QueriedList,
    readBody: ReadBody,
    yieldIfDue: YieldIfDue,
    isMember: boolean,
  ): Promise<FoundInList | undefined> {
    const { id, changed } = list.list
    const key = `${String(changed)} ${String(list.folds?.version)}`
    const known = this.#known.get(id)
    if (known?.key === key) return { ...known.found, list }
    if (known && known.found.list.folds?.version !== list.folds?.version) this.#verdicts.clear()
    const found = await this.#scan(list, readBody, yieldIfDue, isMember)
    // Only lists of several are cached: a single list is searched again as a whole.
    if (found && isMember) this.#known.set(id, { key, found })
    return found
  }

  async #scan(
    list: QueriedList,
    readBody: ReadBody,
    yieldIfDue: YieldIfDue,
    isMember: boolean,
  ): Promise<FoundInList | undefined> {
    const { hasRepeats, isCompared, query, sortBy } = this.#asked
    const sorting = this.#sorting(list)
    const condition = this.#conditionOf(list)
    const isWhole = !query && !list.folds && areInColumns(list.list.resource, list.context)
    const areSure = isWhole || condition.fits.sql === ALWAYS.sql
    const [ids, keys, heights, unread, lacks, unsure, near, ...columns] = this.#readColumns(
      list,
      condition,
      sorting,
      isWhole,
    )
    // The list was changed meanwhile.
    if (!ids || (isWhole && [keys, heights, lacks].some((one) => one && one.length !== ids.length)))
      return undefined
    await yieldIfDue()
    const decide = this.#decider(list, readBody)
    const read = new Set<number>()
    const folded = { ...this.#countFolded(list) }
    const left: number[] = []
    let isAll = true
    if (!areSure) {
      for (const [at, id] of ids.entries()) {
        if (id >= 0) {
          left.push(at)
          continue
        }
        const verdict = decide(-1 - id)
        if (verdict === undefined) return undefined
        if (typeof verdict === 'string') folded[verdict] += 1
        if (verdict === true) {
          read.add(-1 - id)
          left.push(at)
        } else isAll = false
        await yieldIfDue()
      }
    }
    const pick = <T extends Float64Array | undefined>(all: T) =>
      all && !isAll ? Float64Array.from(left, (at) => all[at] ?? 0) : all
    const own = areSure ? ids : pick(ids).map((id) => (id < 0 ? -1 - id : id))
    const sorted = {
      lacks: pick(lacks),
      unsure: pick(unsure),
      near: pick(near),
      columns: columns.map((one) => pick(one) ?? NONE),
    }
    const values =
      sortBy === null || isByOwners(this.#asked)
        ? undefined
        : await this.#valuesOf(list, sorting, own, sorted, readBody, yieldIfDue)
    return {
      list,
      condition,
      isAll: false,
      ids: own,
      read,
      folded,
      identities: hasRepeats || isCompared ? pick(keys) : undefined,
      unread: pick(unread),
      heights: pick(heights),
      values,
      keys: sorting && (sorting.isPlain === true || !isMember) ? keysOf(sorting, sorted) : undefined,
      picked: ALL_PICKED,
      isNear: sorting?.isNear === undefined ? undefined : (row) => sorted.near?.[row] === 1,
    }
  }

  /** The ids and columns of rows that match or may match. The id is negative if the row has to be read. */
  #readColumns(
    list: QueriedList,
    { where, fits }: RowCondition,
    sorting: SortColumns | undefined,
    isWhole: boolean,
  ): readonly (Float64Array | undefined)[] {
    const { hasRepeats, isMerged, isCompared } = this.#asked
    const flag = (sql: string): Column => ({ sql, values: [], isRare: true })
    const ids =
      fits.sql === ALWAYS.sql
        ? { sql: ITEM_ID, values: [] }
        : { sql: `CASE WHEN ${fits.sql} THEN ${ITEM_ID} ELSE -1 - (${ITEM_ID}) END`, values: fits.values }
    const selected = [
      isWhole ? undefined : ids,
      hasRepeats || isCompared ? { sql: 'key', values: [] } : undefined,
      isMerged || isCompared ? { sql: 'height', values: [] } : undefined,
      isCompared ? { ...MAYBE_UNREAD, isRare: true } : undefined,
      sorting && flag(sorting.lacks),
      sorting && flag(hasRowsToRead(this.#database, list.list.id) ? hasFlag(sorting.unsure) : '0'),
      sorting?.isNear === undefined ? undefined : flag(sorting.isNear),
      ...(sorting?.columns ?? []),
    ]
    const columns = selected.filter((column) => column !== undefined)
    const read = columns.length === 0 ? [] : readColumns(this.#database, list, where, columns)
    const found = selected.map((column) => column && read[columns.indexOf(column)])
    if (isWhole) found[0] = idsIn(list.directory)
    return found
  }

  /** Number of matching rows that are left out because the source marks them. */
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

  /** Whether a row matches, or the reason why a matching one is left out. Undefined if the row is gone. */
  #decider(list: QueriedList, readBody: ReadBody): (id: number) => keyof FoldedRows | boolean | undefined {
    const fits = loadedRowTest(this.#asked.query, list.list, list.context)
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
    { lacks, unsure, columns }: SortedColumns,
    readBody: ReadBody,
    yieldIfDue: YieldIfDue,
  ): Promise<FoundInList['values']> {
    const valueOf = sortValue(list.list.resource, this.#asked.sortBy ?? '', list.context)
    const read = new Map<number, SortValue | undefined>()
    for (const row of unsure ? rowsWith(unsure) : ids.keys()) {
      const id = ids[row] ?? 0
      const item = readBody({ id: bodyOfId(id) })?.[numberOfId(id)]?.item
      const value = item === undefined ? undefined : valueOf(item as object)
      read.set(row, value !== undefined && sorting?.nearest ? sorting.nearest(value) : value)
      await yieldIfDue()
    }
    let ofColumns: ((row: number) => SortValue | undefined) | undefined
    return (row) => {
      if (read.has(row)) return read.get(row)
      if (lacks?.[row] !== 0) return undefined
      ofColumns ??= sorting?.valuesOf(columns)
      return ofColumns?.(row)
    }
  }
}

const NONE = new Float64Array(0)

interface SortedColumns {
  readonly lacks: Float64Array | undefined
  readonly unsure: Float64Array | undefined
  readonly columns: Columns
}

/** Undefined where a row has to be read for it. */
function keysOf({ keysOf: of }: SortColumns, { lacks, unsure, columns }: SortedColumns): Columns | undefined {
  if (!of || !lacks || !unsure || rowsWith(unsure).length > 0) return undefined
  const [first, ...others] = of(columns)
  const none = rowsWith(lacks)
  if (!first || none.length === 0) return first && [first, ...others]
  const own = first.slice()
  for (const row of none) own[row] = NaN
  return [own, ...others]
}

function rowsWith(flags: Float64Array): number[] {
  const rows: number[] = []
  if (areZeros(flags)) return rows
  for (let row = 0; row < flags.length; row += 1) if (flags[row] !== 0) rows.push(row)
  return rows
}

/** The condition for rows that are left out; NULL for rows that have to be read. */
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

/**
 * Decides whether rows can be asked by their columns, which are written without facts about the chain's coin. False
 * if facts about the coin change an amount, or if two rows can give the same movement of the coin.
 */
export function areInColumns(resource: Resource, { coin }: Pick<RowContext, 'coin'>): boolean {
  if (resource === 'withdrawal') return coin.withdrawals === undefined
  if (resource === 'state-change' || resource === 'advanced-filter') return coin.contract === undefined
  return true
}
