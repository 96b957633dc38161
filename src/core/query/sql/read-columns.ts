/**
 * Reads columns of items as numbers. SQLite joins the numbers of a column into one text, which takes a fifth of the time of
 * creating rows.
 */
import { readInTransaction, type Database } from '#platform/sqlite/database.ts'
import type { BodyPlace, Directory } from '../lists-in-scope.ts'
import type { QueriedList } from '../row-query.ts'
import { ALWAYS, joined, type Condition } from './compile-sql.ts'
import { keptColumns, type KeptColumns } from './kept-columns.ts'
import { ALL_PICKED, areAllPicked, pickedIn, type PickedRows } from './picked-rows.ts'

/** An integer of at most 2^53, never NULL. */
export interface Column extends Condition {
  /** Zero for most rows: read only in ranges where it is not zero for all. */
  readonly isRare?: boolean
  /** The value is a double. */
  readonly isReal?: boolean
}

export const column = (sql: string): Column => ({ sql, values: [] })

/** In the requested order, each with a number for every row. */
export type Columns = readonly Float64Array[]

export interface ColumnsPart {
  /** Valid only until the next part. */
  readonly columns: Columns
  readonly count: number
  /** Reads another column of these rows. */
  readonly read: (column: Column) => Float64Array
}

interface ColumnsRequest {
  readonly where: Condition
  /** Subset of the matching rows. */
  readonly picked?: PickedRows
  readonly columns: readonly Column[]
}

/** Maximum number of rows at a time; their texts are some MB. */
const MAX_ROWS = 20_000
/** Number of bodies in a range of ids. Bodies have consecutive ids in the order they were written. */
const BODIES_IN_RANGE = 256
type Found = Readonly<Record<string, Uint8Array | number | null>>
interface Range {
  /** Heights from `from` to before `below`. */
  readonly below: number
  readonly from: number
  readonly bodies: readonly BodyPlace[]
}
interface ReadRange {
  readonly count: number
  readonly numbers: ReadonlyMap<Column, Float64Array>
}

/**
 * Calls `take` with the matching rows of a list, from its first one, in one consistent state. Columns of all rows are
 * cached.
 */
export function eachColumns(
  database: Database,
  of: Pick<QueriedList, 'list' | 'directory'>,
  { where, picked = ALL_PICKED, columns }: ColumnsRequest,
  take: (part: ColumnsPart) => void,
) {
  const { list, directory } = of
  const reader = new RangeReader(database, list.id, where, picked)
  const distinct = [...new Set(columns)]
  readInTransaction(database, () => {
    const isWhole = where.sql === ALWAYS.sql && areAllPicked(picked)
    const kept = isWhole && isAsAsked(database, list) ? keptColumns(database) : undefined
    const read = (asked: readonly Column[], range: Range) =>
      kept ? reader.readKept(kept, asked, range) : reader.read(asked, range)
    for (const range of rangesIn(directory)) {
      const { count, numbers } = read(distinct, range)
      if (count === 0) continue
      take({
        columns: columns.map((column) => numbers.get(column) ?? zerosOf(count)),
        count,
        read: (column) => read([column], range).numbers.get(column) ?? zerosOf(count),
      })
    }
  })
}

/** Reads the columns of one range after another. */
class RangeReader {
  readonly #database: Database
  readonly #list: number
  readonly #where: Condition
  readonly #picked: PickedRows
  readonly #buffers = new Map<Column, Float64Array>()
  /** Columns that are not zero for all rows of a range are no longer treated as rare. */
  readonly #common = new Set<Column>()

  constructor(database: Database, list: number, where: Condition, picked: PickedRows) {
    this.#database = database
    this.#list = list
    this.#where = where
    this.#picked = picked
  }

  /** Reads a range without columns that are zero for all rows. */
  read(asked: readonly Column[], range: Range): ReadRange {
    const isRare = (column: Column) => column.isRare === true && !this.#common.has(column)
    const rare = asked.filter(isRare)
    const common = asked.filter((column) => !isRare(column))
    const { count, numbers, hasOthers } = this.#select(common, rare, range)
    if (!hasOthers) return { count, numbers }
    const others = this.#select(rare, [], range).numbers
    for (const [column, one] of others) if (!isZero(one)) this.#common.add(column)
    return { count, numbers: new Map([...numbers, ...others]) }
  }

  /** Reads columns of all rows of the range's bodies, from the cache if possible. */
  readKept(kept: KeptColumns, asked: readonly Column[], range: Range): ReadRange {
    const known = kept.of(range.bodies)
    const count = range.bodies.reduce((sum, body) => sum + body.count, 0)
    const numbers = new Map<Column, Float64Array>()
    const missing: Column[] = []
    for (const column of asked) {
      const before = known.get(nameOf(column))
      if (before === undefined) missing.push(column)
      else if (before) {
        const into = this.#bufferOf(column, count)
        into.set(before)
        numbers.set(column, into)
      }
    }
    if (missing.length === 0 || count === 0) return { count, numbers }
    const now = this.read(missing, range).numbers
    kept.add(range.bodies, new Map(missing.map((column) => [nameOf(column), now.get(column)])))
    return { count, numbers: new Map([...numbers, ...now]) }
  }

  #select(some: readonly Column[], rare: readonly Column[], { below, from, bodies }: Range) {
    const condition = joined([this.#where, pickedIn(this.#picked, bodies)], 'AND')
    const texts = some.map(({ sql }, at) => `CAST(group_concat(${sql}) AS BLOB) AS column_${String(at)}, `)
    const isAny = rare.length === 0 ? '0' : rare.map(({ sql }) => `(${sql})`).join(' OR ')
    const found = this.#database.get<Found>(
      `SELECT ${texts.join('')}count(*) AS count, count(*) FILTER (WHERE ${isAny}) AS others
        FROM items NOT INDEXED WHERE list_id = ? AND height < ? AND height >= ? AND ${condition.sql}`,
      ...[...some, ...rare].flatMap(({ values }) => values),
      this.#list,
      below,
      from,
      ...condition.values,
    )
    const count = Number(found?.count ?? 0)
    const numbers = new Map<Column, Float64Array>()
    for (const [at, column] of some.entries()) {
      const text = found?.[`column_${String(at)}`]
      const into = this.#bufferOf(column, count)
      if (text instanceof Uint8Array) (column.isReal === true ? readDoubles : readNumbers)(text, into)
      numbers.set(column, into)
    }
    return { count, numbers, hasOthers: Number(found?.others ?? 0) > 0 }
  }

  #bufferOf(column: Column, count: number): Float64Array {
    let buffer = this.#buffers.get(column)
    if (!buffer || buffer.length < count) this.#buffers.set(column, (buffer = new Float64Array(2 * count)))
    return buffer.subarray(0, count)
  }
}

const nameOf = ({ sql, values }: Column) => (values.length === 0 ? sql : sql + JSON.stringify(values))

/** Whether the list is unchanged, so that the rows read now belong to its known bodies. */
const isAsAsked = (database: Database, { id, changed }: QueriedList['list']): boolean =>
  database.get<{ changed: number }>('SELECT changed FROM lists WHERE id = ?', id)?.changed === changed

/** Reads columns of all matching rows. Columns that are zero for all rows share one array. */
export function readColumns(
  database: Database,
  of: Pick<QueriedList, 'list' | 'directory'>,
  where: Condition,
  columns: readonly Column[],
): Columns {
  const all = columns.map((): Float64Array | undefined => undefined)
  let total = 0
  let room = of.directory.rows
  eachColumns(database, of, { where, columns }, ({ columns: part, count }) => {
    if (total + count > room) room = 2 * (total + count)
    for (const [at, one] of part.entries()) {
      let own = all[at]
      if (!own && one === zerosOf(count)) continue
      if (!own || own.length < total + count) {
        own = new Float64Array(room)
        own.set(all[at]?.subarray(0, total) ?? [])
        all[at] = own
      }
      own.set(one, total)
    }
    total += count
  })
  // Copies short arrays, so that they do not keep a large buffer.
  return all.map((one) => (one?.length === total ? one : (one?.slice(0, total) ?? zerosOf(total))))
}

const isZero = (numbers: Float64Array) => !numbers.some((number) => number !== 0)

let zeros = new Float64Array(MAX_ROWS)
/** The shared array of zeros, which must not be written to. */
function zerosOf(count: number): Float64Array {
  if (zeros.length === count) return zeros
  return (zeros = new Float64Array(count))
}

/** Whether this is the shared array of zeros. */
export const areZeros = (numbers: Float64Array) => numbers === zeros

const rangesOf = new WeakMap<Directory, readonly Range[]>()

function rangesIn(directory: Directory): readonly Range[] {
  let ranges = rangesOf.get(directory)
  if (!ranges) rangesOf.set(directory, (ranges = [...cutRanges(directory.bodies)]))
  return ranges
}

/**
 * Splits heights into ranges of about `MAX_ROWS` rows that cover all heights, whatever is written meanwhile. Ranges keep
 * their ends when rows are written above them.
 */
function* cutRanges(bodies: readonly BodyPlace[]): Generator<Range> {
  let [below, rows, start] = [Number.MAX_SAFE_INTEGER, 0, 0]
  for (const [at, { id, count, bottom }] of bodies.entries()) {
    rows += count
    const next = bodies[at + 1]?.top ?? null
    const isEnd = rows >= MAX_ROWS || id % BODIES_IN_RANGE === 0
    if (!isEnd || bottom === null || next === null || next === bottom) continue
    yield { below, from: bottom, bodies: bodies.slice(start, at + 1) }
    ;[below, rows, start] = [bottom, 0, at + 1]
  }
  yield { below, from: -1, bodies: bodies.slice(start) }
}

const [COMMA, MINUS, POINT, ZERO] = [44, 45, 46, 48]
/** Maximum number of digits that are added as a small integer. */
const SMALL_DIGITS = 9

/**
 * Parses integers separated by commas. This loop handles some hundred million characters a second, without function calls.
 */
export function readNumbers(text: Uint8Array, into: Float64Array) {
  let place = 0
  for (let at = 0; at < into.length; at += 1) {
    let byte = text[place++] ?? COMMA
    const isNegative = byte === MINUS
    if (isNegative) byte = text[place++] ?? COMMA
    let number = byte - ZERO
    let digits = 1
    while ((byte = text[place++] ?? COMMA) !== COMMA && digits < SMALL_DIGITS) {
      number = number * 10 + byte - ZERO
      digits += 1
    }
    if (byte !== COMMA) {
      let low = byte - ZERO
      let power = 10
      while ((byte = text[place++] ?? COMMA) !== COMMA) {
        low = low * 10 + byte - ZERO
        power *= 10
      }
      number = number * power + low
    }
    into[at] = isNegative ? -number : number
  }
}

/** Maximum number of digits that are exact as a double, as is the power of ten that divides them. */
const EXACT_DIGITS = 15

/** Parses doubles separated by commas. */
function readDoubles(text: Uint8Array, into: Float64Array) {
  const all = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  let from = 0
  for (let at = 0; at < into.length; at += 1) {
    let place = from
    let whole = 0
    let digits = 0
    let behind = 0
    let isPlain = true
    let isBehind = false
    let isNegative = false
    for (let byte = text[place] ?? COMMA; byte !== COMMA; byte = text[place] ?? COMMA) {
      if (byte >= ZERO && byte < ZERO + 10) {
        whole = whole * 10 + byte - ZERO
        digits += 1
        if (isBehind) behind += 1
      } else if (byte === POINT) isBehind = true
      else if (byte === MINUS && place === from) isNegative = true
      else isPlain = false
      place += 1
    }
    const number =
      isPlain && digits <= EXACT_DIGITS
        ? whole / 10 ** behind
        : Math.abs(Number(all.toString('latin1', from, place)))
    into[at] = isNegative ? -number : number
    from = place + 1
  }
}
