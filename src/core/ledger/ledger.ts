/** A ledger that was made: its movements in their order, and the proof. What is asked of it is answered from memory. */
import {
  MAX_LEDGER_ASSETS,
  type LedgerAsset,
  type LedgerList,
  type LedgerMovement,
  type LedgerProof,
  type LedgerSeries,
  type LedgerStatement,
  type MovementsPage,
  type StatementLine,
} from '#shared/rpc/contract/ledger.ts'
import { COIN, COIN_ASSET, type Movement } from './movement.ts'
import { seriesOf } from './ledger-series.ts'
import type { Proven, ProvenAsset } from './proof/prove.ts'

export interface LedgerFacts {
  readonly revision: number
  readonly readAt: number
  readonly lists: readonly LedgerList[]
  readonly assets: ReadonlyMap<string, LedgerAsset>
  readonly asked: number
}

/** In ms since 1970; `from` included, `to` not. */
export interface Period {
  readonly from: number | null
  readonly to: number | null
}

export interface Ledger {
  readonly proof: LedgerProof
  statement(period: Period): LedgerStatement
  movements(asked: Period & { asset: string | null; offset: number; limit: number }): MovementsPage
  series(asked: Period & { asset: string; by: 'hour' | 'day' | 'month' }): LedgerSeries
  /** Of its memory, about. */
  readonly size: number
}

export function createLedger({ movements, assets: proven }: Proven, facts: LedgerFacts): Ledger {
  const { revision } = facts
  const times = timesOf(movements)
  const assetOf = (id: string): LedgerAsset => facts.assets.get(id) ?? { ...COIN_ASSET, id }
  const placeOf = new Map(movements.map((movement, place) => [movement, place]))
  const written = (movement: Movement): LedgerMovement => write(movement, placeOf.get(movement) ?? 0)
  /** The first movement that is not before this time. */
  const placeAt = (time: number | null, end: number) => (time === null ? end : lowerBound(times, time))

  return {
    size: movements.length + 1,
    proof: proofOf(movements, proven, { facts, assetOf, written }),
    statement({ from, to }) {
      const [first, end] = [placeAt(from, 0), Math.max(placeAt(from, 0), placeAt(to, movements.length))]
      const sums = new Map<string, Sums>()
      for (let place = 0; place < end; place += 1) {
        const movement = movements[place]
        // What an address began with was there before any period.
        if (movement) addTo(sums, movement, place >= first && movement.rule !== 'genesis')
      }
      const lines = [...sums]
        .filter(([, { opening, movements: count }]) => opening !== 0n || count > 0)
        .map(([id, sum]) => lineOf(assetOf(id), sum))
        .sort(byCoinThenMovements)
      return {
        revision,
        movements: end - first,
        lines: lines.slice(0, MAX_LEDGER_ASSETS),
        lineCount: lines.length,
      }
    },
    movements({ from, to, asset, offset, limit }) {
      const [first, end] = [placeAt(from, 0), Math.max(placeAt(from, 0), placeAt(to, movements.length))]
      const found = movements.slice(first, end)
      const matching = asset === null ? found : found.filter((one) => one.asset === asset)
      const shown = matching.slice(
        Math.max(0, matching.length - offset - limit),
        Math.max(0, matching.length - offset),
      )
      return {
        revision,
        total: matching.length,
        movements: shown.reverse().map(written),
        assets: [...new Set(shown.map((one) => one.asset))].map(assetOf),
      }
    },
    series({ from, to, asset, by }) {
      const [first, end] = [placeAt(from, 0), placeAt(to, movements.length)]
      return { revision, ...seriesOf(movements, times, { asset, by, first, end }) }
    },
  }
}

interface Shown {
  readonly facts: LedgerFacts
  readonly assetOf: (id: string) => LedgerAsset
  readonly written: (movement: Movement) => LedgerMovement
}

function proofOf(
  movements: readonly Movement[],
  proven: readonly ProvenAsset[],
  { facts, assetOf, written }: Shown,
): LedgerProof {
  const { revision, readAt, lists, asked } = facts
  const rank = { differs: 0, unknown: 1, adds_up: 2 } as const
  const assets = [...proven].sort(
    (one, other) =>
      rank[one.state] - rank[other.state] ||
      Number(other.asset === COIN) - Number(one.asset === COIN) ||
      other.movements - one.movements,
  )
  return {
    revision,
    state: assets.some(({ state }) => state === 'differs') ? 'differs' : 'adds_up',
    movements: movements.length,
    block: movements.at(-1)?.block ?? null,
    readAt,
    lists,
    asked,
    assetCount: assets.length,
    assets: assets.slice(0, MAX_LEDGER_ASSETS).map(({ asset, reported, sum, gaps, ...rest }) => ({
      ...rest,
      asset: assetOf(asset),
      sum: String(sum),
      reported: reported === undefined ? null : String(reported),
      difference: reported === undefined ? null : String(reported - sum),
      gaps: gaps.map(({ amount, after, before, ...place }) => ({
        ...place,
        amount: String(amount),
        after: after && written(after),
        before: before && written(before),
      })),
    })),
  }
}

const write = ({ phase: _, position: __, index: ___, amount, ...movement }: Movement, place: number) => ({
  ...movement,
  amount: String(amount),
  place,
})

/** Of each movement; where a row says none, that of the one before. */
function timesOf(movements: readonly Movement[]): Float64Array {
  const times = new Float64Array(movements.length)
  let last = -Infinity
  for (const [place, { time }] of movements.entries()) {
    last = Math.max(last, time ?? last)
    times[place] = last
  }
  return times
}

function lowerBound(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}

interface Sums {
  opening: bigint
  in: bigint
  out: bigint
  fees: bigint
  movements: number
}

function addTo(sums: Map<string, Sums>, { asset, amount, rule }: Movement, isInPeriod: boolean): void {
  let sum = sums.get(asset)
  if (!sum) sums.set(asset, (sum = { opening: 0n, in: 0n, out: 0n, fees: 0n, movements: 0 }))
  if (!isInPeriod) {
    sum.opening += amount
    return
  }
  sum.movements += 1
  if (amount > 0n) sum.in += amount
  else sum.out -= amount
  if (rule === 'fee') sum.fees -= amount
}

const lineOf = (asset: LedgerAsset, { opening, movements, fees, ...sum }: Sums): StatementLine => ({
  asset,
  movements,
  opening: String(opening),
  in: String(sum.in),
  out: String(sum.out),
  fees: String(fees),
  closing: String(opening + sum.in - sum.out),
})

const byCoinThenMovements = (one: StatementLine, other: StatementLine) =>
  Number(other.asset.id === COIN) - Number(one.asset.id === COIN) || other.movements - one.movements
