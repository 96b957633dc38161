/** Reads the stored movements of a ledger: single ones in order, and sums by month. */
import type { AddressRef } from '#shared/chain/address.ts'
import { readInTransaction, type Database } from '#platform/sqlite/database.ts'
import {
  AMOUNTS,
  BEFORE_ALL,
  COLUMNS,
  GENESIS,
  addToSums,
  firstFrom,
  fromRow,
  monthOf,
  numbersOf,
  toRow,
  type KeptMovement,
  type MovementRow,
  type Span,
} from './movement-rows.ts'
import { pickMovements } from './picked-movements.ts'
import type { MovementFilter } from './movement-filter.ts'
import { countUntil } from '../../query/count-until.ts'
import type { Condition } from '../../query/sql/compile-sql.ts'
import {
  LedgerChanged,
  noSums,
  type Period,
  type PositionedMovement,
  type Sums,
  type Wanted,
} from '../movements.ts'
import { createTurns } from '#platform/take-turns.ts'

export interface MovementOptions {
  readonly filter?: MovementFilter | undefined
  readonly signal?: AbortSignal | undefined
}

/** An entry among the movements of the lists: its number is between two of theirs, at least `STEP` from the next. */
export interface EnteredMovement {
  readonly number: number
  readonly movement: KeptMovement
}

interface Select {
  readonly sql: string
  readonly values: Condition['values']
}
/** A filter whose movements are cached under this id. */
export interface Picked {
  readonly id: number
  readonly passes: MovementFilter['passes']
}
interface Of {
  readonly asset?: string | null | undefined
  readonly filter?: Picked | undefined
}
interface Part {
  readonly order: 'ASC' | 'DESC'
  readonly limit: number
  readonly offset?: number
}

const NOT_GENESIS = `kind < ${String(GENESIS)}`
const ROW = COLUMNS.filter((name) => name !== 'number').join(', ')
const ONE = `1 AS count, ${AMOUNTS.join(', ')}`
const COUNTED = `count, ${AMOUNTS.join(', ')}`
const SUMS = ['sum(count) AS count', ...AMOUNTS.map((name) => `CAST(sum(${name}) AS TEXT) AS ${name}`)].join(
  ', ',
)
const ENTERED = COLUMNS.map((name, at) => `value ->> ${String(at)} AS ${name}`).join(', ')

/** Minimum distance between the numbers of two movements. */
export const STEP = 1 / 4_096
/** Number of movements read at a time, about 3 ms. */
const SOME = 1_000
/** Maximum number of parties held in memory or examined at once. */
const MAX_PARTIES = 50_000
let readers = 0

export class MovementReader {
  readonly database: Database
  readonly ledger: number
  /** Unique id of the reader. */
  readonly id = (readers += 1)
  readonly #changed: number | undefined
  readonly #span: Span
  readonly #entered: readonly EnteredMovement[]
  readonly #assets = new Map<number, string>()
  readonly #assetNumbers = new Map<string, number>()
  readonly #parties = new Map<number, AddressRef>()
  /** Lets others work if it is their turn; rejects if the signal is aborted. */
  readonly takeTurn = createTurns()

  /** `entered`: entries in order. */
  constructor(database: Database, ledger: number, entered: readonly EnteredMovement[] = []) {
    this.database = database
    this.ledger = ledger
    this.#entered = entered
    this.#changed = this.#readChanged()
    this.#span = numbersOf(database, ledger)
    for (const { id, asset } of database.all<{ id: number; asset: string }>(
      'SELECT id, asset FROM assets WHERE ledger_id = ?',
      ledger,
    ))
      this.#nameAsset(id, asset)
    for (const [nth, { movement }] of entered.entries())
      if (!this.#assetNumbers.has(movement.asset)) this.#nameAsset(-1 - nth, movement.asset)
  }

  /** A reader of the same ledger with entries. */
  with(entered: readonly EnteredMovement[]): MovementReader {
    return new MovementReader(this.database, this.ledger, entered)
  }

  get count(): number {
    return this.#span.end - this.#span.first + this.#entered.length
  }
  get newestBlock(): number | null {
    return this.newestBelow(this.#span.end)?.block ?? null
  }
  /** Ids of the assets that have moved. */
  assets(): readonly string[] {
    const found = this.#all<{ asset: number }>({
      sql: 'SELECT DISTINCT asset FROM month_sums WHERE ledger_id = ?',
      values: [this.ledger],
    }).map(({ asset }) => this.#assets.get(asset) ?? '')
    return [...new Set([...found, ...this.#entered.map(({ movement }) => movement.asset)])]
  }
  /** All counterparties, and maybe others, with their numbers; undefined for more than `MAX_PARTIES`. */
  parties(): readonly { readonly number: number; readonly party: AddressRef }[] | undefined {
    const found = this.#all<{ id: number; body: string }>({
      sql: 'SELECT id, body FROM parties WHERE ledger_id = ? LIMIT ?',
      values: [this.ledger, MAX_PARTIES + 1],
    })
    if (found.length > MAX_PARTIES) return undefined
    return found.map(({ id, body }) => ({ number: id, party: JSON.parse(body) as AddressRef }))
  }
  numberOfAsset(id: string): number {
    return this.#assetNumbers.get(id) ?? 0
  }
  /** Range of the lists' movements, without entries. */
  get listed(): Span {
    return this.#span
  }

  /** Range of a period's movements; empty if the period's end is before its start. */
  span({ from, to }: Period): Span {
    const end = to === null ? this.#span.end : this.#from('at', to)
    const first = from === null ? this.#span.first - 1 : this.#from('at', from, end)
    return { first, end: Math.max(first, end) }
  }
  /** Range of the movements above block `after` up to block `to`. */
  blocks(after: number, to: number): Span {
    return {
      first: this.#from('block', after + 1),
      end: to === Infinity ? this.#span.end : this.#from('block', to + 1),
    }
  }
  /** Position after all movements of this time or block. */
  behind(column: 'at' | 'block', value: number) {
    const number = this.#from(column, Math.floor(value) + 1)
    return {
      number,
      before: number - this.#span.first,
      previous: this.newestBelow(number),
      next: this.oldestFrom(number),
    }
  }

  newestBelow(end: number, asset: string | null = null): PositionedMovement | null {
    const span = { first: this.#span.first - 1, end }
    return this.read(span, { asset }, { order: 'DESC', limit: 1 })[0] ?? null
  }
  oldestFrom(first: number, asset: string | null = null): PositionedMovement | null {
    const span = { first, end: this.#span.end }
    return this.read(span, { asset }, { order: 'ASC', limit: 1 })[0] ?? null
  }
  /** Reads a number of movements, oldest or newest first. */
  read(span: Span, of: Of, part: Part): PositionedMovement[] {
    return this.#read(span, of, part).map((row) => fromRow(row, this.#names))
  }
  /** Yields movements in portions, oldest first. `last`: only this number of the newest. */
  async *batches(
    { last, asset, ...period }: Wanted & { readonly last?: number },
    { filter, signal }: MovementOptions = {},
  ): AsyncGenerator<readonly PositionedMovement[]> {
    const { first, end } = this.span(period)
    const span = { first: Math.max(first, this.#span.end - (last ?? Infinity)), end }
    for await (const found of this.inSpan(span, asset, signal)) {
      const some = filter ? found.filter((one) => filter.passes(one)) : found
      if (some.length > 0) yield some
    }
  }
  async *inSpan({ first, end }: Span, asset: string | null | undefined, signal: AbortSignal | undefined) {
    for (;;) {
      await this.takeTurn(signal)
      const rows = this.#read({ first, end }, { asset }, { order: 'ASC', limit: SOME })
      if (rows.length > 0) yield rows.map((row) => fromRow(row, this.#names))
      if (rows.length < SOME) return
      first = (rows.at(-1)?.number ?? end) + STEP
    }
  }
  /** The lists' movements for which the condition is NULL, with their numbers. */
  unsure({ first, end }: Span, { sql, values }: Condition) {
    return this.#all<MovementRow>({
      sql: `SELECT number, ${ROW} FROM movements WHERE ledger_id = ? AND number >= ? AND number < ? AND (${sql}) IS NULL`,
      values: [this.ledger, first, end, ...values],
    }).map((row) => ({ number: row.number, movement: fromRow(row, this.#names) }))
  }
  /** Caches the movements that pass a filter for further queries. Undefined without a filter. */
  async pick({ filter, signal }: MovementOptions): Promise<Picked | undefined> {
    return filter && { id: await pickMovements(this, filter, signal), passes: filter.passes }
  }

  /** Sums by asset: stored sums for whole months, single movements at the ends of the period. */
  sums(period: Period, of: Of): Map<string, Sums> {
    return this.#addUp(this.#counted('asset, kind', period, of))
  }
  /** Sums by asset, from single movements. */
  sumsIn(span: Span, of: Of): Map<string, Sums> {
    return this.#addUp(this.#rows(`asset, kind, ${ONE}`, span, of))
  }
  /** A page of movements, newest first. Whole months are skipped without reading them. */
  page(
    { offset, limit, asset, ...period }: Wanted & { readonly offset: number; readonly limit: number },
    filter: Picked | undefined,
  ): { readonly total: number; readonly movements: readonly PositionedMovement[] } {
    const of = { asset, filter }
    const months = this.#months(period, of)
    const total = months.reduce((sum, { count }) => sum + count, 0)
    let passed = 0
    for (const { month, count } of months) {
      if (offset < passed + count) {
        // The end of the last month may be NaN, because dates end.
        const end = monthOf(month).end || Infinity
        const span = this.span({ ...period, to: Math.min(end, period.to ?? end) })
        return { total, movements: this.read(span, of, { order: 'DESC', limit, offset: offset - passed }) }
      }
      passed += count
    }
    return { total, movements: [] }
  }
  /** Number of movements in each month, newest first. */
  #months(period: Period, of: Of): { readonly month: number; readonly count: number }[] {
    const { sql, values } = this.#counted('month', period, of)
    return this.#all({
      sql: `SELECT month, sum(count) AS count FROM (${sql}) GROUP BY month ORDER BY month DESC`,
      values,
    })
  }
  /** Sums by counterparty; the genesis balance is left out. */
  counterparties(wanted: Wanted, filter: Picked | undefined) {
    const { sql, values } = this.#rows(
      `party, kind, ${ONE}`,
      this.span(wanted),
      { asset: wanted.asset, filter },
      NOT_GENESIS,
    )
    return this.#all<{ party: number | null; kind: number; count: number; newest: number }>({
      sql: `SELECT party, kind, max(number) AS newest, ${SUMS} FROM (${sql})
        GROUP BY party, kind ORDER BY newest`,
      values,
    }).map((row) => {
      const sums = noSums()
      addToSums(sums, row)
      return { party: row.party === null ? null : this.#partyOf(row.party), ...sums }
    })
  }
  /** Time of the newest movement other than genesis; undefined if there is none. */
  lastTime(span: Span, of: Of): number | undefined {
    const { sql, values } = this.#rows('at', span, of, `${NOT_GENESIS} AND at > ${String(BEFORE_ALL)}`)
    return this.#all<{ at: number }>({ sql: `${sql} ORDER BY number DESC LIMIT 1`, values })[0]?.at
  }

  /** Runs `work` in one read transaction. Throws `LedgerChanged` if the ledger has changed. */
  now<T>(work: () => T): T {
    return readInTransaction(this.database, () => {
      if (this.#changed === undefined || this.#readChanged() !== this.#changed) throw new LedgerChanged()
      return work()
    })
  }

  #addUp({ sql, values }: Select): Map<string, Sums> {
    const sums = new Map<string, Sums>()
    for (const row of this.#all<{ asset: number; kind: number; count: number }>({
      sql: `SELECT asset, kind, ${SUMS} FROM (${sql}) GROUP BY asset, kind`,
      values,
    })) {
      const id = this.#assets.get(row.asset) ?? ''
      let sum = sums.get(id)
      if (!sum) sums.set(id, (sum = noSums()))
      addToSums(sum, row)
    }
    return sums
  }
  /** Selects stored sums for whole months and single movements for the rest of a period. */
  #counted(columns: string, period: Period, of: Of): Select {
    const { from, to } = period
    const first = from === null ? null : monthOf(from)
    const start = from === first?.start ? from : (first?.end ?? -Infinity)
    const end = to === null ? Infinity : monthOf(to).start
    const hasWhole = start < end
    const ends = hasWhole
      ? [
          ...(from !== null && from < start ? [{ from, to: start }] : []),
          ...(to !== null && end < to ? [{ from: end, to }] : []),
        ]
      : [period]
    const asset = this.#assetOf(of)
    const whole = {
      sql: `SELECT 0 AS number, ${columns}, ${COUNTED} FROM ${of.filter ? 'temp.picked_sums WHERE filter = ?' : 'month_sums WHERE ledger_id = ?'}
        AND month >= ? AND month < ?${asset.sql}`,
      values: [of.filter?.id ?? this.ledger, start, end, ...asset.values],
    }
    const selects = [
      ...(hasWhole ? [whole] : []),
      ...ends.map((one) => this.#listed(`${columns}, ${ONE}`, this.span(one), of)),
      ...(this.#entered.length > 0 ? this.#byHand(`${columns}, ${ONE}`, this.span(period), of) : []),
    ]
    return unionOf(selects)
  }

  #read(span: Span, of: Of, { order, limit, offset = 0 }: Part): MovementRow[] {
    const { sql, values } = this.#rows(ROW, span, of)
    return this.#all({
      sql: `${sql} ORDER BY number ${order} LIMIT ? OFFSET ?`,
      values: [...values, limit, offset],
    })
  }
  /** Selects the lists' movements and entries, each with its number. */
  #rows(columns: string, span: Span, of: Of, more = ''): Select {
    const selects = [
      this.#listed(columns, span, of, more && ` AND ${more}`),
      ...this.#byHand(columns, span, of, more && ` WHERE ${more}`),
    ]
    return unionOf(selects)
  }
  #listed(columns: string, { first, end }: Span, of: Of, more = ''): Select {
    const asset = this.#assetOf(of)
    return of.filter
      ? {
          sql: `SELECT movement AS number, ${columns} FROM temp.picked CROSS JOIN movements
            ON ledger_id = ? AND number = movement WHERE filter = ? AND movement >= ? AND movement < ?${asset.sql}${more}`,
          values: [this.ledger, of.filter.id, first, end, ...asset.values],
        }
      : {
          sql: `SELECT number, ${columns} FROM movements
            WHERE ledger_id = ? AND number >= ? AND number < ?${asset.sql}${more}`,
          values: [this.ledger, first, end, ...asset.values],
        }
  }
  #byHand(columns: string, { first, end }: Span, { asset, filter }: Of, more = ''): Select[] {
    const own = this.#entered.filter(
      ({ number, movement }) =>
        number >= first &&
        number < end &&
        (asset == null || movement.asset === asset) &&
        (!filter || filter.passes({ ...movement, place: 0 })),
    )
    if (own.length === 0) return []
    const rows = own.map(({ number, movement }) =>
      toRow(movement, number, {
        asset: (id) => this.#assetNumbers.get(id) ?? 0,
        party: () => 0,
      }),
    )
    return [
      {
        sql: `SELECT number, ${columns} FROM (SELECT ${ENTERED} FROM json_each(?))${more}`,
        values: [JSON.stringify(rows)],
      },
    ]
  }
  #assetOf({ asset }: Of): Select {
    return asset == null
      ? { sql: '', values: [] }
      : { sql: ' AND asset = ?', values: [this.#assetNumbers.get(asset) ?? 0] }
  }

  /** Number of the first movement whose value is at least this; at most `end`. */
  #from(column: 'at' | 'block', value: number, end = this.#span.end): number {
    const span = { first: this.#span.first, end: Math.ceil(end) }
    const found = this.now(() => firstFrom(this.database, this.ledger, span, column, value))
    const own = this.#entered.find(({ movement }) => movement[column] >= value)
    return Math.min(found, own?.number ?? Infinity)
  }
  /** The part of a range from this time on. */
  since({ first, end }: Span, time: number): Span {
    return { first: Math.max(first, this.#from('at', time, end)), end }
  }

  readonly #names = {
    asset: (number: number) => this.#assets.get(number) ?? '',
    party: (number: number) => this.#partyOf(number),
    place: (number: number) =>
      Math.ceil(number) -
      this.#span.first +
      countUntil(this.#entered.length, (at) => (this.#entered[at]?.number ?? Infinity) >= number),
  }
  #partyOf(number: number): AddressRef | null {
    let party = this.#parties.get(number)
    if (!party) {
      const found = this.database.get<{ body: string }>('SELECT body FROM parties WHERE id = ?', number)
      if (!found) return null
      if (this.#parties.size >= MAX_PARTIES) this.#parties.clear()
      this.#parties.set(number, (party = JSON.parse(found.body) as AddressRef))
    }
    return party
  }
  #nameAsset(number: number, asset: string) {
    this.#assets.set(number, asset)
    this.#assetNumbers.set(asset, number)
  }
  #readChanged(): number | undefined {
    return this.database.get<{ changed: number }>('SELECT changed FROM ledgers WHERE id = ?', this.ledger)
      ?.changed
  }
  #all<Row>({ sql, values }: Select): Row[] {
    return this.now(() => this.database.all<Row>(sql, ...values))
  }
}

const unionOf = (selects: readonly Select[]): Select => ({
  sql: selects.map(({ sql }) => sql).join(' UNION ALL '),
  values: selects.flatMap(({ values }) => values),
})
