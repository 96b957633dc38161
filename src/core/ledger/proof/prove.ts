/** Holds the sum of each asset against what the source says the address has, and finds where they part. */
import type { CallTrace } from '#shared/chain/call-trace.ts'
import { MAX_LEDGER_GAPS, type GapReason } from '#shared/rpc/contract/ledger.ts'
import type { Collected } from '../collect-rows.ts'
import { COIN, type Movement } from '../movement.ts'
import { bisectGaps, type Observed } from './bisect-gaps.ts'
import { findCoinGaps, type Gap } from './coin-history.ts'
import { isOfCall, isUndone } from './undone-calls.ts'

export interface Reported {
  /** In wei; undefined where the source does not say. */
  readonly coin: bigint | undefined
  /** By the id of the asset. */
  readonly tokens: ReadonlyMap<string, bigint>
  /** Whether a token that is not among them is none that the address has. */
  readonly isWhole: boolean
}

/** What is asked to find a gap. Undefined where the source does not say, and once enough was asked. */
export interface Questions {
  observe(transaction: string, asset: string): Promise<Observed | undefined>
  calls(transaction: string): Promise<CallTrace | undefined>
}

export interface ProofInput {
  /** In lower case. */
  readonly address: string
  readonly collected: Collected
  readonly reported: Reported
  /** The history of the coin balance was read to its end. */
  readonly hasHistory: boolean
  readonly hasInternals: boolean
  /** A list of which the source says that it may lack rows. */
  readonly isNoticed: boolean
  readonly questions: Questions
}

export interface ProvenGap extends Omit<Gap, 'after' | 'before'> {
  readonly after: Movement | null
  readonly before: Movement | null
  readonly reason: GapReason
}

export interface ProvenAsset {
  readonly asset: string
  readonly state: 'adds_up' | 'differs' | 'unknown'
  readonly movements: number
  readonly sum: bigint
  readonly reported: bigint | undefined
  readonly gaps: readonly ProvenGap[]
}

export interface Proven {
  /** Without what turned out to be undone. */
  readonly movements: readonly Movement[]
  readonly assets: readonly ProvenAsset[]
}

/** Traces that are asked for in one go; and how often what they say can lead to another gap. */
const MAX_TRACED = 500
const MAX_ROUNDS = 8

export async function prove(input: ProofInput): Promise<Proven> {
  const { movements, gaps } = await withoutUndone(input)
  const byAsset = Map.groupBy(movements, ({ asset }) => asset)
  const ids = new Set([COIN, ...byAsset.keys(), ...input.reported.tokens.keys()])
  const assets: ProvenAsset[] = []
  for (const asset of ids) {
    const own = byAsset.get(asset) ?? []
    const found = asset === COIN ? gaps : undefined
    assets.push(await proveAsset(input, asset, own, found))
  }
  return { movements, assets }
}

/** Takes away what its transaction undid, as long as that is where coins do not add up. */
async function withoutUndone(input: ProofInput) {
  const { questions, address, collected } = input
  let { movements } = collected
  for (let round = 0; ; round += 1) {
    const coins = movements.filter(({ asset }) => asset === COIN)
    const gaps = await coinGaps(input, coins)
    const suspects = gaps
      .flatMap(({ after, before }) => coins.slice(after + 1, before).filter(isOfCall))
      .slice(0, MAX_TRACED)
    const undone = new Set<Movement>()
    for (const suspect of suspects) {
      const trace = await questions.calls(suspect.transaction ?? '')
      if (trace && isUndone(trace, suspect, address)) undone.add(suspect)
    }
    if (undone.size === 0 || round === MAX_ROUNDS) return { movements, gaps }
    movements = movements.filter((movement) => !undone.has(movement))
  }
}

async function coinGaps(
  { collected, reported, hasHistory, questions }: ProofInput,
  coins: readonly Movement[],
): Promise<readonly Gap[]> {
  // One without rows says that nothing ever changed the balance, which can only be so where it is nothing.
  if (hasHistory && (collected.history.length > 0 || reported.coin === 0n))
    return findCoinGaps(coins, collected.history, reported.coin)
  if (reported.coin === undefined) return []
  return bisectGaps({
    movements: coins,
    reported: reported.coin,
    observe: (transaction) => questions.observe(transaction, COIN),
    maxGaps: MAX_LEDGER_GAPS,
  })
}

async function proveAsset(
  input: ProofInput,
  asset: string,
  own: readonly Movement[],
  coinGapsFound: readonly Gap[] | undefined,
): Promise<ProvenAsset> {
  const { reported, collected, questions } = input
  const sum = own.reduce((total, { amount }) => total + amount, 0n)
  const known =
    asset === COIN ? reported.coin : (reported.tokens.get(asset) ?? (reported.isWhole ? 0n : undefined))
  const proven = { asset, movements: own.length, sum, reported: known }
  if (known === undefined || collected.hidden.has(asset)) return { ...proven, state: 'unknown', gaps: [] }
  const gaps =
    coinGapsFound ??
    (known === sum
      ? []
      : await bisectGaps({
          movements: own,
          reported: known,
          observe: (transaction) => questions.observe(transaction, asset),
          maxGaps: MAX_LEDGER_GAPS,
        }))
  return {
    ...proven,
    state: known === sum && gaps.length === 0 ? 'adds_up' : 'differs',
    gaps: gaps.map((gap) => toProven(gap, own, reasonOf(gap, own, input, asset))),
  }
}

const toProven = (gap: Gap, own: readonly Movement[], reason: GapReason): ProvenGap => ({
  ...gap,
  after: own[gap.after] ?? null,
  before: own[gap.before] ?? null,
  reason,
})

function reasonOf(
  { after, before, block, transaction }: Gap,
  own: readonly Movement[],
  { hasInternals, isNoticed, reported }: ProofInput,
  asset: string,
): GapReason {
  if (asset === COIN && !hasInternals) return 'internals_missing'
  if (isNoticed) return 'list_noticed'
  if (asset !== COIN && before === own.length && !reported.tokens.has(asset)) return 'not_listed'
  if (after < 0 && before === 0) return 'before_first'
  return transaction !== null || block !== null ? 'in_transaction' : 'between_transactions'
}
