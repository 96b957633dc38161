/** Reconciles the sum of each asset with the balance that the source reports, and locates differences. */
import type { CallTrace } from '#shared/chain/call-trace.ts'
import { MAX_LEDGER_GAPS, type GapReason } from '#shared/rpc/contract/ledger.ts'
import type { IncompleteRow } from '../incomplete-row.ts'
import type { FailingCheck, KeptHistory } from '../kept/movement-store.ts'
import { COIN } from '../movement.ts'
import type { Span } from '../kept/movement-rows.ts'
import type { MovementReader } from '../kept/movement-reader.ts'
import { ALL, countOf, balanceOf, noSums, type PositionedMovement } from '../movements.ts'
import { bisectGaps, type Observed } from './bisect-gaps.ts'
import { gapsBetween, type Gap } from './coin-history.ts'
import { isOfCall, isUndone } from './undone-calls.ts'

export interface Reported {
  /** In wei; undefined if the source does not report it. */
  readonly coin: bigint | undefined
  /** By asset id. */
  readonly tokens: ReadonlyMap<string, bigint>
  /** Whether the list of tokens is complete, so that the address has none of any other token. */
  readonly isWhole: boolean
}

/**
 * Requests that locate a gap. They return undefined if the source does not know the answer, or the limit of requests is
 * reached.
 */
export interface Questions {
  observe(transaction: string, asset: string): Promise<Observed | undefined>
  calls(transaction: string): Promise<CallTrace | undefined>
}

export interface ProofInput {
  /** In lower case. */
  readonly address: string
  readonly reader: MovementReader
  /** Results of the balance history; null if it was not read to its end. */
  readonly history: KeptHistory | null
  /** Ids of assets that move by amounts no row gives. */
  readonly hidden: ReadonlySet<string>
  /** Rows that do not say whether they moved coins. */
  readonly incomplete: readonly IncompleteRow[]
  /** Id of the token that withdrawals are paid in when they are claimed. */
  readonly claimed: string | undefined
  readonly reported: Reported
  readonly hasInternals: boolean
  /** The source says that a list may lack rows. */
  readonly isNoticed: boolean
  readonly questions: Questions
  /** Removes reverted movements, and returns a reader without them. */
  readonly remove: (undone: readonly PositionedMovement[]) => Promise<MovementReader>
  readonly signal: AbortSignal
}

interface ProvenGap {
  readonly amount: bigint
  readonly after: PositionedMovement | null
  readonly before: PositionedMovement | null
  readonly block: number | null
  readonly transaction: string | null
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
  /** Reader without the reverted movements. */
  readonly reader: MovementReader
  readonly assets: readonly ProvenAsset[]
}

/** A gap between two movements of the asset; null before the first and after the last. */
interface LocatedGap extends Omit<ProvenGap, 'reason'> {
  /** Movements that may be wrong. */
  readonly suspects: readonly PositionedMovement[]
}

/** Maximum number of traces in a round, and of rounds: removing reverted movements may reveal another gap. */
const MAX_TRACED = 500
const MAX_ROUNDS = 8
/** Maximum number of movements that a gap is searched in; in longer ledgers only its amount is reported. */
const MAX_SEARCHED = 250_000

export async function prove(input: ProofInput): Promise<Proven> {
  const { reader, gaps } = await withoutUndone(input)
  const sums = reader.sums(ALL, {})
  const assets: ProvenAsset[] = []
  for (const asset of new Set([COIN, ...sums.keys(), ...input.reported.tokens.keys()])) {
    const own = sums.get(asset) ?? noSums()
    assets.push(
      await proveAsset(
        input,
        { reader, asset, movements: countOf(own), sum: balanceOf(own) },
        asset === COIN ? gaps : undefined,
      ),
    )
  }
  return { reader, assets }
}

/** Removes reverted movements, in rounds, as long as some are found among the suspects of coin gaps. */
async function withoutUndone(input: ProofInput) {
  const { questions, address } = input
  let { reader } = input
  for (let round = 0; ; round += 1) {
    const gaps = await coinGaps(input, reader)
    const suspects = gaps.flatMap((gap) => gap.suspects.filter(isOfCall)).slice(0, MAX_TRACED)
    const undone: PositionedMovement[] = []
    for (const suspect of suspects) {
      const trace = await questions.calls(suspect.transaction ?? '')
      if (trace && isUndone(trace, suspect, address)) undone.push(suspect)
    }
    if (undone.length === 0 || round === MAX_ROUNDS) return { reader, gaps }
    reader = await input.remove(undone)
  }
}

async function coinGaps(input: ProofInput, reader: MovementReader): Promise<readonly LocatedGap[]> {
  const { reported, history } = input
  // A history without rows means that the balance never changed. That is only possible for a balance of 0.
  if (!history || (history.newest === null && reported.coin !== 0n))
    return reported.coin === undefined ? [] : searchGaps(input, reader, COIN, reported.coin)
  const gaps: LocatedGap[] = []
  for (const check of history.failing) gaps.push(...(await gapsOfCheck(input, reader, check)))
  const { block, value } = history.newest ?? { block: -1, value: '0' }
  if (reported.coin !== undefined)
    gaps.push(
      ...(await gapsOfCheck(input, reader, {
        after: block,
        block: null,
        transaction: null,
        change: String(reported.coin - BigInt(value)),
      })),
    )
  return gaps
}

/** Gaps of a failed check. `block`: null for the current balance. */
async function gapsOfCheck(
  { signal }: ProofInput,
  reader: MovementReader,
  { after, block, transaction, change }: Omit<FailingCheck, 'block'> & { readonly block: number | null },
): Promise<LocatedGap[]> {
  const span = reader.blocks(after, block ?? Infinity)
  const differs = BigInt(change) - sumOf(reader, span, COIN)
  if (differs === 0n) return []
  const [below, above] = [reader.newestBelow(span.first, COIN), reader.oldestFrom(span.end, COIN)]
  const movements = await readSome(reader, span, COIN, signal)
  if (movements.length > MAX_SEARCHED)
    return [{ amount: differs, after: below, before: above, block: null, transaction: null, suspects: [] }]
  return gapsBetween({ movements, first: 0, end: movements.length, block, transaction, differs }).map((gap) =>
    located(gap, movements, below, above),
  )
}

const sumOf = (reader: MovementReader, span: Span, asset: string) =>
  balanceOf(reader.sumsIn(span, { asset }).get(asset) ?? noSums())

/** Movements, oldest first, up to a limit. */
async function readSome(reader: MovementReader, span: Span, asset: string, signal: AbortSignal) {
  const movements: PositionedMovement[] = []
  for await (const some of reader.inSpan(span, asset, signal)) {
    for (const one of some) movements.push(one)
    if (movements.length > MAX_SEARCHED) break
  }
  return movements
}

const located = (
  { after, before, ...gap }: Gap,
  own: readonly PositionedMovement[],
  below: PositionedMovement | null = null,
  above: PositionedMovement | null = null,
): LocatedGap => ({
  ...gap,
  after: own[after] ?? below,
  before: own[before] ?? above,
  suspects: own.slice(after + 1, before),
})

/** Searches all movements of an asset for gaps. */
async function searchGaps(
  { questions, signal }: ProofInput,
  reader: MovementReader,
  asset: string,
  reported: bigint,
): Promise<readonly LocatedGap[]> {
  const all = reader.span(ALL)
  const sum = sumOf(reader, all, asset)
  if (sum === reported) return []
  const movements = await readSome(reader, all, asset, signal)
  if (movements.length > MAX_SEARCHED)
    return [
      { amount: reported - sum, after: null, before: null, block: null, transaction: null, suspects: [] },
    ]
  const gaps = await bisectGaps({
    movements,
    reported,
    observe: (transaction) => questions.observe(transaction, asset),
    maxGaps: MAX_LEDGER_GAPS,
  })
  return gaps.map((gap) => located(gap, movements))
}

interface AssetToProve {
  readonly reader: MovementReader
  readonly asset: string
  readonly movements: number
  readonly sum: bigint
}

async function proveAsset(
  input: ProofInput,
  { reader, asset, movements, sum }: AssetToProve,
  coinGapsFound: readonly LocatedGap[] | undefined,
): Promise<ProvenAsset> {
  const { reported, hidden } = input
  const known =
    asset === COIN ? reported.coin : (reported.tokens.get(asset) ?? (reported.isWhole ? 0n : undefined))
  const proven = { asset, movements, sum, reported: known }
  if (known === undefined || hidden.has(asset)) return { ...proven, state: 'unknown', gaps: [] }
  const gaps = coinGapsFound ?? (known === sum ? [] : await searchGaps(input, reader, asset, known))
  return {
    ...proven,
    state: known === sum && gaps.length === 0 ? 'adds_up' : 'differs',
    gaps: gaps.map(({ suspects, ...gap }) => ({
      ...gap,
      reason: reasonOf({ ...gap, suspects }, input, asset),
    })),
  }
}

function reasonOf(
  { amount, after, before, block, transaction, suspects }: LocatedGap,
  { claimed, hasInternals, isNoticed, reported, incomplete }: ProofInput,
  asset: string,
): GapReason {
  const isWithin = (one: IncompleteRow) =>
    transaction !== null
      ? one.transaction === transaction
      : block !== null
        ? one.block === block
        : one.block >= (after?.block ?? -1) && one.block <= (before?.block ?? Infinity)
  const unknown = asset === COIN ? incomplete.find(isWithin) : undefined
  if (unknown) return unknown.reason
  if (asset === claimed && amount < 0n) return 'not_claimed'
  if (asset === COIN && !hasInternals) return 'internals_missing'
  if (isNoticed) return 'list_noticed'
  if (asset !== COIN && before === null && !reported.tokens.has(asset)) return 'not_listed'
  if (after === null && suspects.length === 0) return 'before_first'
  return transaction !== null || block !== null ? 'in_transaction' : 'between_transactions'
}
