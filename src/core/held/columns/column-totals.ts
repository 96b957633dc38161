/** What rows add up to, from their columns. What these don't know is unpacked and counted as everywhere. */
import type { AssetSum, Grouping, Totals } from '#shared/query/totals.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { COIN_DECIMALS, FAILED, NO_AMOUNT, UNSURE, type Columns } from '../../archive/columns/columns.ts'
import { oneOf } from './address-columns.ts'
import { groupColumn, type GroupColumn } from './column-groups.ts'
import { ColumnSums, HalvesSum } from './column-sums.ts'
import { ownMatches } from './compile-columns.ts'
import { amountColumn } from './number-columns.ts'

/** Where the first row of a group stands. */
export interface RowPlace<Chunk> {
  readonly chunk: Chunk
  readonly row: number
}

export interface ColumnGroup<Chunk> {
  readonly sums: ColumnSums
  readonly first: RowPlace<Chunk>
}

export class ColumnTotals<Chunk> {
  readonly #all = new ColumnSums()
  readonly #groups = new Map<string, ColumnGroup<Chunk>>()
  readonly #groupOf: GroupColumn | undefined
  /** Of tokens as columns have them. */
  readonly #numbers = new Map<string, number>()

  constructor(grouping: Grouping | undefined, zone: RowContext['zone']) {
    this.#groupOf = grouping && groupColumn(grouping, zone)
  }

  /** Gives the rows that have to be unpacked. */
  add(chunk: Chunk, columns: Columns, rows: readonly number[], context: RowContext): readonly number[] {
    if (columns.has('needsToken')) return rows
    const own = context.ownAddress === undefined ? undefined : oneOf([context.ownAddress])
    const owns = own && ownMatches(own)(columns)
    const count = this.#counterFor(columns, owns, context.coin.decimals)
    const keyOf = this.#groupOf?.(columns, owns)
    const flags = columns.bytesOf('flags')
    const unsure: number[] = []
    for (const row of rows) {
      if (((flags[row] ?? 0) & UNSURE) !== 0) {
        unsure.push(row)
        continue
      }
      count(this.#all, row)
      if (keyOf) count(this.#group(keyOf(row), chunk, row), row)
    }
    return unsure
  }

  get all(): ColumnSums {
    return this.#all
  }
  get groups(): ReadonlyMap<string, ColumnGroup<Chunk>> {
    return this.#groups
  }

  #group(key: string, chunk: Chunk, row: number): ColumnSums {
    let group = this.#groups.get(key)
    if (!group) {
      group = { sums: new ColumnSums(), first: { chunk, row } }
      this.#groups.set(key, group)
    }
    return group.sums
  }

  #tokenNumber(token: string): number {
    let number = this.#numbers.get(token)
    if (number === undefined) {
      number = this.#numbers.size + 1
      this.#numbers.set(token, number)
    }
    return number
  }

  #counterFor(columns: Columns, owns: Uint8Array | undefined, coinDecimals: number) {
    const times = columns.f64('time')
    const flags = columns.bytesOf('flags')
    const [fee, amount] = [amountColumn(columns, 'fee'), amountColumn(columns, 'amount')]
    const [from, to, tokens] = [columns.u16('from'), columns.u16('to'), columns.u16('tokens')]
    const decimals = columns.bytesOf('decimals')
    const texts = columns.has('tokens') ? columns.texts : []
    const numbers: number[] = []
    return (sums: ColumnSums, row: number) => {
      sums.rows += 1
      const time = times[row] ?? NaN
      if (time < sums.first) sums.first = time
      if (time > sums.last) sums.last = time
      if (fee.form[row] !== NO_AMOUNT) (sums.fees ??= new HalvesSum()).add(fee, row)
      if (((flags[row] ?? 0) & FAILED) !== 0) {
        sums.failed += 1
        return
      }
      if (amount.form[row] === NO_AMOUNT) return
      const isCoin = decimals[row] === COIN_DECIMALS
      const places = isCoin ? coinDecimals : (decimals[row] ?? 0)
      const at = isCoin ? 0 : (tokens[row] ?? 0)
      const token = at === 0 ? undefined : (texts[at - 1] ?? '')
      const number = token === undefined ? 0 : (numbers[at] ??= this.#tokenNumber(token))
      const asset = sums.assetOf(number * 256 + places, token, places)
      asset.rows += 1
      asset.sum.add(amount, row)
      if (owns?.[to[row] ?? 0] === 1) (asset.in ??= new HalvesSum()).add(amount, row)
      if (owns?.[from[row] ?? 0] === 1) (asset.out ??= new HalvesSum()).add(amount, row)
    }
  }
}

/** As sources write it. */
const timeText = (time: number) => new Date(time).toISOString().replace('Z', '000Z')

/** Adds it to what unpacked rows add up to. */
export function addSums(totals: Totals, sums: ColumnSums) {
  totals.rows += sums.rows
  totals.failed += sums.failed
  if (sums.first <= sums.last) {
    const [first, last] = [timeText(sums.first), timeText(sums.last)]
    if (totals.first === undefined || first < totals.first) totals.first = first
    if (totals.last === undefined || last > totals.last) totals.last = last
  }
  if (sums.fees) totals.fees = (totals.fees ?? 0n) + sums.fees.total
  for (const { token, decimals, rows, ...asset } of sums.assets) {
    const [hash, symbol, name] = token === undefined ? [] : ((JSON.parse(token) as PackedToken[])[0] ?? [])
    const key = `${hash?.toLowerCase() ?? ''}:${String(decimals)}`
    let sum: AssetSum | undefined = totals.sums.get(key)
    if (!sum) {
      const of = hash === undefined ? null : { address_hash: hash, symbol, name }
      sum = { token: of, decimals, rows: 0, sum: 0n, in: 0n, out: 0n }
      totals.sums.set(key, sum)
    }
    sum.rows += rows
    sum.sum += asset.sum.total
    sum.in += asset.in?.total ?? 0n
    sum.out += asset.out?.total ?? 0n
  }
}

type PackedToken = readonly [address: string, symbol: string | null, name: string | null]
