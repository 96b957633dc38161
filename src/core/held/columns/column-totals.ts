/** What rows add up to, from their columns. What these don't know is unpacked and counted as everywhere. */
import type { RowContext } from '#shared/query/row-fields.ts'
import type { Grouping, Totals } from '#shared/query/totals.ts'
import {
  COIN_DECIMALS,
  FAILED,
  NO_AMOUNT,
  UNSURE,
  type Columns,
  type PackedToken,
} from '../../archive/columns/columns.ts'
import type { ColumnDictionary } from '../../archive/columns/dictionary.ts'
import { addressMatches, oneOf } from './address-columns.ts'
import { createGroupNumbers, type GroupNumbers } from './group-numbers.ts'
import { GroupSums, IN, movedAs, OUT } from './group-sums.ts'
import { amountColumn } from './number-columns.ts'

/** The number of all rows, as those of one group. */
const ALL = 0
const NOTHING_MOVED = -1

export class ColumnTotals<Chunk> {
  readonly #all = new GroupSums()
  readonly #groups = new GroupSums()
  readonly #numbers: GroupNumbers | undefined
  readonly #assets: ReturnType<typeof createAssets>
  readonly #chunks: Chunk[] = []
  /** By address: lists of one scope can be of several. */
  readonly #owns = new Map<string, ReturnType<typeof addressMatches> | undefined>()

  /** `contract`: the token that is the coin. */
  constructor(grouping: Grouping | undefined, zone: RowContext['zone'], contract: string | undefined) {
    this.#assets = createAssets(contract)
    this.#numbers = grouping && createGroupNumbers(grouping, zone)
  }

  /** Gives the rows that have to be unpacked. */
  add(chunk: Chunk, columns: Columns, rows: readonly number[], context: RowContext): readonly number[] {
    if (columns.needsToken) return rows
    const owns = this.#ownAddresses(columns, context)
    const groupOf = this.#numbers?.groupsIn(columns, owns)
    const movedBy = this.#assets.movedIn(columns, owns, context.coin.decimals)
    const times = columns.f64('time')
    const flags = columns.bytesOf('flags')
    const [fee, amount] = [amountColumn(columns, 'fee'), amountColumn(columns, 'amount')]
    const at = this.#chunks.push(chunk) - 1
    const unsure: number[] = []
    const [all, groups] = [this.#all, this.#groups]
    for (const row of rows) {
      const is = flags[row] ?? 0
      if ((is & UNSURE) !== 0) {
        unsure.push(row)
        continue
      }
      const isFailed = (is & FAILED) !== 0
      const hasFee = fee.form[row] !== NO_AMOUNT
      const moved = isFailed || amount.form[row] === NO_AMOUNT ? NOTHING_MOVED : movedBy(row)
      const time = times[row] ?? NaN
      all.addRow(ALL, time, isFailed, at, row)
      if (hasFee) all.addFee(ALL, fee, row)
      if (moved !== NOTHING_MOVED) all.addAmount(ALL, moved, amount, row)
      if (!groupOf) continue
      const group = groupOf(row)
      groups.addRow(group, time, isFailed, at, row)
      if (hasFee) groups.addFee(group, fee, row)
      if (moved !== NOTHING_MOVED) groups.addAmount(group, moved, amount, row)
    }
    return unsure
  }

  addAllTo(totals: Totals) {
    this.#addTo(totals, this.#all, ALL)
  }
  addGroupTo(totals: Totals, group: number) {
    this.#addTo(totals, this.#groups, group)
  }
  /** Groups have the numbers below it; some of them may have no row. */
  get groupCount(): number {
    return this.#groups.count
  }
  keyOf(group: number): string {
    return this.#numbers?.keyOf(group) ?? ''
  }
  rowsOf(group: number): number {
    return this.#groups.rowsOf(group)
  }
  /** Undefined where no row was counted in it. */
  find(key: string): number | undefined {
    const group = this.#numbers?.find(key)
    return group !== undefined && this.rowsOf(group) > 0 ? group : undefined
  }
  /** A row that is in the group. */
  firstOf(group: number): { readonly chunk: Chunk | undefined; readonly row: number } {
    const { chunk, row } = this.#groups.firstOf(group)
    return { chunk: this.#chunks[chunk], row }
  }

  #ownAddresses(columns: Columns, { ownAddress = '' }: RowContext): Uint8Array | undefined {
    if (!this.#owns.has(ownAddress)) {
      const own = ownAddress === '' ? undefined : oneOf([ownAddress])
      this.#owns.set(ownAddress, own && addressMatches(own))
    }
    return this.#owns.get(ownAddress)?.(columns)
  }

  #addTo(totals: Totals, sums: GroupSums, group: number) {
    totals.rows += sums.rowsOf(group)
    totals.failed += sums.failedOf(group)
    const [first, last] = sums.timesOf(group)
    if (first <= last) {
      const [firstText, lastText] = [timeText(first), timeText(last)]
      if (totals.first === undefined || firstText < totals.first) totals.first = firstText
      if (totals.last === undefined || lastText > totals.last) totals.last = lastText
    }
    const fees = sums.feesOf(group)
    if (fees !== undefined) totals.fees = (totals.fees ?? 0n) + fees
    for (const { asset, direction, rows, total } of sums.assetsOf(group)) {
      const { key, ...of } = this.#assets.read(asset)
      let sum = totals.sums.get(key)
      if (!sum) totals.sums.set(key, (sum = { ...of, rows: 0, sum: 0n, in: 0n, out: 0n }))
      sum.rows += rows
      sum.sum += total
      if ((direction & IN) !== 0) sum.in += total
      if ((direction & OUT) !== 0) sum.out += total
    }
  }
}

/** As sources write it. */
const timeText = (time: number) => new Date(time).toISOString().replace('Z', '000Z')

/** What moved, by numbers: a token, or the coin, with its decimals. */
function createAssets(contract: string | undefined) {
  const all: { readonly token: string | undefined; readonly decimals: number }[] = []
  const numbers = new Map<string, number>()
  let of: ColumnDictionary | undefined
  /** Of each token in the dictionary, the asset it was last: it has the same decimals again, for the most part. */
  let lastAssets: number[] = []

  function numberOf(token: string | undefined, decimals: number): number {
    const key = `${String(decimals)} ${token ?? ''}`
    let number = numbers.get(key)
    if (number === undefined) {
      number = all.push({ token, decimals }) - 1
      numbers.set(key, number)
    }
    return number
  }

  return {
    movedIn(columns: Columns, owns: Uint8Array | undefined, coinDecimals: number) {
      const { textNumbers, dictionary } = columns
      const decimals = columns.bytesOf('decimals')
      const [from, to, tokens] = [columns.u16('from'), columns.u16('to'), columns.u16('tokens')]
      if (of !== dictionary) lastAssets = []
      of = dictionary
      const assets = lastAssets
      return (row: number): number => {
        const isCoin = decimals[row] === COIN_DECIMALS
        const places = isCoin ? coinDecimals : (decimals[row] ?? 0)
        const token = isCoin ? 0 : (textNumbers[tokens[row] ?? 0] ?? 0)
        const last = assets[token] ?? -1
        const asset =
          last >= 0 && all[last]?.decimals === places
            ? last
            : (assets[token] = numberOf(token === 0 ? undefined : dictionary.texts[token], places))
        const isIn = owns?.[to[row] ?? 0] === 1
        const isOut = owns?.[from[row] ?? 0] === 1
        return movedAs(asset, (isIn ? IN : 0) | (isOut ? OUT : 0))
      }
    },
    read(asset: number) {
      const { token, decimals } = all[asset] ?? { decimals: 0 }
      const [hash = '', symbol, name] =
        token === undefined ? [] : ((JSON.parse(token) as PackedToken[])[0] ?? [])
      const isCoin = hash === '' || hash.toLowerCase() === contract
      return {
        key: `${isCoin ? '' : hash.toLowerCase()}:${String(decimals)}`,
        token: isCoin ? null : { address_hash: hash, symbol, name },
        decimals,
      }
    },
  }
}
