/**
 * Finds calls that succeeded but were reverted by a surrounding call, and so moved nothing. Their rows do not show
 * it; the calls of their transaction do. Our own services are asked for these; for other sources only stored data is
 * used.
 */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CallTrace } from '#shared/chain/call-trace.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { PositionedMovement } from '../ledger/movements.ts'
import { createQuestions, type SourceAsking } from '../ledger/proof/ask-source.ts'
import { isOfCall, isUndone } from '../ledger/proof/undone-calls.ts'
import { askingAbout } from '../ledger/read-reported.ts'
import { archiveOf, isOfArchive, type FlowDeps } from './flow-deps.ts'
import type { MovementsRequest } from './movements-request.ts'

/** The maximal number of requests for one address, for the newest transactions. */
const MAX_ASKED = 500
/** The number of concurrent requests. */
const BATCH = 8

/** Hashes of transactions, by what their calls show. */
export interface CallEvidence {
  readonly failed: readonly string[]
  /** Transactions with a reverted call. */
  readonly undone: readonly string[]
  /** Transactions without a reverted call. */
  readonly standing: readonly string[]
}

export interface Undone {
  readonly rows: ReadonlySet<string>
  /** The number of movements for which it is unknown. */
  readonly unchecked: number
  readonly evidence: CallEvidence
}

/** `movements`: the oldest first. */
export async function findUndone(
  deps: FlowDeps,
  { source, address }: MovementsRequest,
  movements: readonly PositionedMovement[],
  signal: AbortSignal,
): Promise<Undone> {
  const byTransaction = new Map<string, PositionedMovement[]>()
  for (const movement of movements.filter(isOfCall).toReversed()) {
    const key = movement.transaction ?? ''
    const own = byTransaction.get(key)
    if (own) own.push(movement)
    else byTransaction.set(key, [movement])
  }
  const loaded = isOfArchive(deps, source) ? loadedAnswers(deps, source) : undefined
  const questions = createQuestions(loaded?.asking ?? askingAbout(deps, source, signal), address, MAX_ASKED)
  const rows = new Set<string>()
  const evidence = { failed: [] as string[], undone: [] as string[], standing: [] as string[] }
  let unchecked = 0
  const check = async ([transaction, ofIt]: readonly [string, readonly PositionedMovement[]]) => {
    const hasFailed = loaded?.hasFailed(transaction) === true
    const trace = hasFailed ? undefined : await questions.calls(transaction)
    if (!hasFailed && !trace) {
      unchecked += ofIt.length
      return
    }
    const undone = trace ? ofIt.filter((one) => isUndone(trace, one, address)) : ofIt
    for (const { row } of undone) rows.add(row)
    evidence[hasFailed ? 'failed' : undone.length > 0 ? 'undone' : 'standing'].push(transaction)
  }
  const all = [...byTransaction]
  for (let first = 0; first < all.length; first += BATCH) {
    if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
    await Promise.all(all.slice(first, first + BATCH).map(check))
  }
  return { rows, unchecked, evidence }
}

/** Stored data of transactions. */
function loadedAnswers(deps: FlowDeps, source: string) {
  const archive = archiveOf(deps, source)
  const requestOf = (hash: string) => ({ source, params: { transaction_hash: hash } })
  const unknown = () => Promise.reject(new ChainglassFailure({ code: 'not_found' }))
  const asking: SourceAsking = {
    changes: unknown,
    calls(hash) {
      const trace = archive?.detail({ ...requestOf(hash), detail: 'transaction-calls' })?.item
      return trace ? Promise.resolve(trace as CallTrace) : unknown()
    },
  }
  return {
    asking,
    hasFailed(hash: string) {
      const loaded = archive?.detail({ ...requestOf(hash), detail: 'transaction' })?.item
      return (loaded as Transaction | undefined)?.status === 'error'
    },
  }
}
