/** A complete ledger: its proof, and queries of its movements. */
import {
  MAX_LEDGER_ASSETS,
  type LedgerActivity,
  type LedgerAsset,
  type LedgerList,
  type LedgerProof,
  type LedgerSeries,
  type LedgerStatement,
  type MovementsPage,
} from '#shared/rpc/contract/ledger.ts'
import { COIN } from './movement.ts'
import { activityOf, seriesOf, type ActivityRequest, type SeriesRequest } from './ledger-series.ts'
import { statementOf } from './ledger-statement.ts'
import type { MovementReader, MovementOptions } from './kept/movement-reader.ts'
import { writeMovement, type PositionedMovement, type Period, type Wanted } from './movements.ts'
import type { Proven, ProvenAsset } from './proof/prove.ts'

export interface LedgerFacts {
  readonly revision: number
  readonly readAt: number
  readonly lists: readonly LedgerList[]
  readonly assetOf: (id: string) => LedgerAsset
  readonly requests: number
}

/** All queries take a `filter` of movements, and a `signal` to abort. */
export interface Ledger {
  readonly proof: LedgerProof
  readonly reader: MovementReader
  assetOf(id: string): LedgerAsset
  /** Yields movements in portions, oldest first. */
  batches(wanted: Wanted, options?: MovementOptions): AsyncIterable<readonly PositionedMovement[]>
  statement(period: Period, options?: MovementOptions): Promise<Omit<LedgerStatement, 'leftOut'>>
  movements(
    asked: Period & { asset: string | null; offset: number; limit: number },
    options?: MovementOptions,
  ): Promise<MovementsPage>
  series(request: SeriesRequest, options?: MovementOptions): Promise<LedgerSeries>
  activity(request: ActivityRequest, options?: MovementOptions): Promise<LedgerActivity>
  /** Size in the cache: its number of movements, and one. */
  readonly size: number
}

export function createLedger({ reader, assets: proven }: Proven, facts: LedgerFacts): Ledger {
  const { count: movements, newestBlock: block } = reader
  const { assetOf } = facts
  return ledgerOver(reader, {
    proof: toProof(proven, facts, { movements, block }),
    assetOf,
    size: movements + 1,
  })
}

/** Makes a ledger over a reader, whatever its movements are read from. */
export function ledgerOver(
  reader: MovementReader,
  { proof, assetOf, size }: Pick<Ledger, 'proof' | 'assetOf' | 'size'>,
): Ledger {
  const { revision } = proof
  return {
    size,
    proof,
    reader,
    assetOf,
    batches: (wanted, options = {}) => reader.batches(wanted, options),
    statement: async ({ from, to }, options = {}) => ({
      revision,
      ...(await statementOf(reader, { from, to }, assetOf, options)),
    }),
    async movements({ from, to, asset, offset, limit }, options = {}) {
      const filter = await reader.pick(options)
      const { total, movements: found } = reader.page({ from, to, asset, offset, limit }, filter)
      return {
        revision,
        total,
        movements: found.map(writeMovement),
        assets: [...new Set(found.map((one) => one.asset))].map(assetOf),
      }
    },
    series: async (asked, options = {}) => ({ revision, ...(await seriesOf(reader, asked, options)) }),
    activity: async (asked, options = {}) => ({ revision, ...(await activityOf(reader, asked, options)) }),
  }
}

function toProof(
  proven: readonly ProvenAsset[],
  { revision, readAt, lists, requests, assetOf }: LedgerFacts,
  { movements, block }: Pick<LedgerProof, 'movements' | 'block'>,
): LedgerProof {
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
    movements,
    block,
    readAt,
    lists,
    asked: requests,
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
        after: after && writeMovement(after),
        before: before && writeMovement(before),
      })),
    })),
  }
}
