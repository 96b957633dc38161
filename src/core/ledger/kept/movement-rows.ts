/** Converts movements to rows of the table `movements`, and back. */
import { createIntervals, type TimeInterval } from '#shared/intervals.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { MovementRule } from '#shared/rpc/contract/ledger.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { partsOf, rawOf } from '../../rows/amount-parts.ts'
import { LEDGER_LISTS } from '../collect-rows.ts'
import type { PositionedMovement, Sums } from '../movements.ts'

export type KeptMovement = Omit<PositionedMovement, 'place'>

/**
 * Columns for the parts of an amount. They hold more digits than a source can give (a hundred) and than their sums have.
 */
export const AMOUNTS = Array.from({ length: 12 }, (_, at) => `amount_${String(at + 1)}`)
export const COLUMNS = [
  ...'number asset month at late block kind rule list party nth nft row tx price more'.split(' '),
  ...AMOUNTS,
]

/** Bits of `kind`: incoming, outgoing, a fee, genesis. */
const CAME = 1
export const WENT = 2
const FEE = 4
export const GENESIS = 8

/** Stored for the time -Infinity; no row has this time. */
export const BEFORE_ALL = -9_000_000_000_000_000

/** Rules by their stored number: each keeps its own unless the version of the file changes, and a new one is the last. */
const BY_NUMBER: Readonly<Record<MovementRule, true>> = {
  genesis: true,
  deposit: true,
  value: true,
  creation: true,
  fee: true,
  internal: true,
  'self-destruct': true,
  transfer: true,
  mint: true,
  burn: true,
  wrapped: true,
  withdrawal: true,
  'block-reward': true,
  manual: true,
}
export const RULES = Object.keys(BY_NUMBER) as readonly MovementRule[]
const LISTS: readonly ListId[] = LEDGER_LISTS
export const listNumber = (list: ListId) => LISTS.indexOf(list)

const monthIn = createIntervals('month', 'utc')
/** The UTC month of a time; times before all have an interval of their own. */
export const monthOf = (time: number): TimeInterval =>
  time <= BEFORE_ALL ? { start: BEFORE_ALL, end: BEFORE_ALL + 1 } : monthIn(time)

export interface RowNumbers {
  readonly asset: (id: string) => number
  /** Number of an address, given as JSON. */
  readonly party: (json: string) => number
}

type Value = string | number | Uint8Array | null

/** A movement as a row, in the order of `COLUMNS`. */
export function toRow(movement: KeptMovement, number: number, numbers: RowNumbers): Value[] {
  const { asset, at, time, block, amount, rule, list, counterparty, index, nft } = movement
  const { row, transaction, price, note, of, within } = movement
  const parts = partsOf(String(amount), 0, AMOUNTS.length, 0)
  if (!parts) throw new RangeError(`An amount of ${String(String(amount).length)} digits.`)
  const isOfTransaction = transaction !== null && row.startsWith(transaction)
  const more = { note, of, within }
  return [
    number,
    numbers.asset(asset),
    monthOf(at).start,
    Math.max(at, BEFORE_ALL),
    time === null ? null : time - Math.max(at, BEFORE_ALL),
    block,
    (amount > 0n ? CAME : WENT) + (rule === 'fee' ? FEE : 0) + (rule === 'genesis' ? GENESIS : 0),
    RULES.indexOf(rule),
    list === null ? null : listNumber(list),
    counterparty && numbers.party(JSON.stringify(counterparty)),
    index,
    nft,
    isOfTransaction ? `+${row.slice(transaction.length)}` : `=${row}`,
    transaction !== null && HASH.test(transaction) ? Buffer.from(transaction.slice(2), 'hex') : transaction,
    price ? `${price.of} ${price.usd}` : null,
    note === undefined && of === undefined && within === undefined ? null : JSON.stringify(more),
    ...parts,
  ]
}
const HASH = /^0x[0-9a-f]{64}$/

export interface MovementRow {
  readonly number: number
  readonly asset: number
  readonly at: number
  readonly late: number | null
  readonly block: number
  readonly rule: number
  readonly list: number | null
  readonly party: number | null
  readonly nth: number
  readonly nft: string | null
  readonly row: string
  readonly tx: Uint8Array | string | null
  readonly price: string | null
  readonly more: string | null
}

export interface RowNames {
  readonly asset: (number: number) => string
  readonly party: (number: number) => PositionedMovement['counterparty']
  readonly place: (number: number) => number
}

export function fromRow(row: MovementRow, names: RowNames): PositionedMovement {
  const { at, late, list, party, nft } = row
  const { key, transaction } = keyOf(row)
  return {
    place: names.place(row.number),
    asset: names.asset(row.asset),
    nft,
    amount: amountOf(row),
    block: row.block,
    time: late === null ? null : at + late,
    at: at === BEFORE_ALL ? -Infinity : at,
    index: row.nth,
    rule: RULES[row.rule] ?? 'manual',
    counterparty: party === null ? null : names.party(party),
    ...readPrice(row.price),
    list: list === null ? null : (LISTS[list] ?? null),
    row: key,
    transaction,
    ...(row.more === null
      ? {}
      : (JSON.parse(row.more) as Pick<PositionedMovement, 'note' | 'of' | 'within'>)),
  }
}

/**
 * The key of a movement's row in its list, and its transaction. Keys usually begin with the transaction's hash, which is
 * stored once only.
 */
export function keyOf({ row, tx }: Pick<MovementRow, 'row' | 'tx'>) {
  const transaction = tx instanceof Uint8Array ? `0x${Buffer.from(tx).toString('hex')}` : tx
  return { key: (row.startsWith('+') ? (transaction ?? '') : '') + row.slice(1), transaction }
}

function readPrice(text: string | null): Pick<PositionedMovement, 'price'> {
  const [of, usd] = text?.split(' ') ?? []
  return usd !== undefined && (of === 'then' || of === 'now') ? { price: { usd, of } } : {}
}

/** The amount of a movement or a sum. Its parts are texts, because they exceed the exact range of numbers. */
const amountOf = (row: object): bigint =>
  rawOf(
    AMOUNTS.map((name) => (row as Record<string, number | string>)[name] ?? 0),
    0,
    0,
  )

/** SQL that sums rows of a select with ledger, asset, month, kind and the parts of amounts. */
export const SUMMED = ['count(*) AS count', ...AMOUNTS.map((name) => `sum(${name}) AS ${name}`)].join(', ')
export const ADD_TO_SUMS = ['count', ...AMOUNTS]
  .map((name) => `${name} = ${name} + excluded.${name}`)
  .join(', ')

/** Range of movement numbers, from `first` to before `end`. */
export interface Span {
  readonly first: number
  readonly end: number
}

/**
 * Number of the first movement whose value is at least this, or `end`. Values never decrease with the number. Searches from
 * the newest.
 */
export function firstFrom(
  database: Database,
  ledger: number,
  { first, end }: Span,
  column: 'at' | 'block' | 'month',
  value: number,
): number {
  const isFrom = (number: number) =>
    (database.get<{ value: number }>(
      `SELECT ${column} AS value FROM movements WHERE ledger_id = ? AND number = ?`,
      ledger,
      number,
    )?.value ?? Infinity) >= value
  let [low, high] = [first, end]
  for (let step = 1; high - step > first; step *= 2) {
    if (!isFrom(high - step)) {
      low = high - step + 1
      break
    }
    high -= step
  }
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isFrom(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** The range of a ledger's movement numbers, which are consecutive. */
export function numbersOf(database: Database, ledger: number): Span {
  const edge = (order: 'ASC' | 'DESC') =>
    database.get<{ number: number }>(
      `SELECT number FROM movements WHERE ledger_id = ? ORDER BY number ${order} LIMIT 1`,
      ledger,
    )?.number
  return { first: edge('ASC') ?? 0, end: (edge('DESC') ?? -1) + 1 }
}

/** Adds the sum of movements of one kind. */
export function addToSums(sums: Sums, row: { readonly kind: number; readonly count: number }) {
  const { kind, count } = row
  const amount = amountOf(row)
  if ((kind & FEE) !== 0) sums.fees -= amount
  if (kind >= GENESIS) {
    sums.opening += amount
    return
  }
  if ((kind & CAME) !== 0) sums.in += amount
  else sums.out -= amount
  sums.movements += count
}
