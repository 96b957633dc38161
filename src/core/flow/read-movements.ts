/**
 * Reads the movements of an address from rows on this machine. For instances and Pro these are the archive's rows,
 * with gaps and without requests; for our own services their lists. The ledger's rules decide what a movement is.
 */
import { setImmediate } from 'node:timers/promises'
import type { AddressRef } from '#shared/chain/address.ts'
import type { CallTrace } from '#shared/chain/call-trace.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { CoinFacts } from '#shared/coin-facts.ts'
import { ChainglassFailure, throwIfCancelled } from '#shared/errors/failure.ts'
import { MAX_FLOW_MOVEMENTS, type FlowList } from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { ArchivedList } from '../archive/create-archive.ts'
import { createBlockReader, type BlockRow, type LedgerListId } from '../ledger/collect-rows.ts'
import { ListOutOfOrder, rowsByBlock, type ListRow } from '../ledger/kept/list-rows.ts'
import { COIN, COIN_ASSET, type Movement } from '../ledger/movement.ts'
import type { PositionedMovement } from '../ledger/movements.ts'
import { createQuestions, type SourceAsking } from '../ledger/proof/ask-source.ts'
import { isOfCall, isUndone } from '../ledger/proof/undone-calls.ts'
import { readPages, rowsIn } from '../ledger/read-lists.ts'
import { askingAbout } from '../ledger/read-reported.ts'
import { createTurns } from '#platform/take-turns.ts'
import { archiveOf, isOfArchive, type FlowDeps, type MovementsRequest } from './flow-deps.ts'
import { toFlowParty } from './parties.ts'

export const FLOW_LISTS = [
  'address-transactions',
  'address-internal-transactions',
  'address-token-transfers',
] as const satisfies readonly LedgerListId[]

/** The movements of one address, with what is known of them. */
export interface AddressMovements {
  /** The oldest first. */
  readonly movements: readonly PositionedMovement[]
  readonly assets: ReadonlyMap<string, LedgerAsset>
  /** By address in lower case, with the names of the newest row. */
  readonly parties: ReadonlyMap<string, AddressRef>
  readonly lists: readonly FlowList[]
  readonly isCut: boolean
  /** Movements by calls for which it is unknown whether they were reverted. */
  readonly unchecked: number
  /** The evidence for the other calls. */
  readonly evidence: CallEvidence
}

interface OpenList {
  readonly list: LedgerListId
  readonly rows: AsyncGenerator<readonly ListRow[]>
  readonly state: () => FlowList
}

/** The maximal number of rows that are read: most rows of some addresses move nothing. */
const MAX_ROWS = 400_000
/** The number of rows between two reports of progress. */
const TOLD_ROWS = 1_000
const NO_EVIDENCE: CallEvidence = { failed: [], undone: [], standing: [] }
/** Later than any time on a chain. */
const END_OF_TIME = 8_640_000_000_000_000

export interface ReadingOptions {
  readonly signal: AbortSignal
  /** Called repeatedly while rows are read. `soFar` returns the movements read so far. */
  readonly onRows: (rows: number, soFar: () => AddressMovements) => void
}

export async function readMovements(
  deps: FlowDeps,
  request: MovementsRequest,
  { signal, onRows }: ReadingOptions,
): Promise<AddressMovements> {
  const open = isOfArchive(deps, request.source) ? openLoaded : openPaged
  const lists = FLOW_LISTS.map((list) => open(deps, request, list, signal))
  const reader = createReader(request.address, deps.sources.get(request.source).coin)
  let broken: LedgerListId | undefined
  let isCut = false
  const takeTurn = createTurns()
  const listStates = () => lists.map(({ state }) => state())
  const soFar = (): AddressMovements => {
    const found = reader.found()
    // Reverted calls are only determined at the end.
    const unchecked = found.movements.filter(({ list }) => list === 'address-internal-transactions').length
    const reading = listStates().map((one) => ({ ...one, state: 'incomplete' as const }))
    return { ...found, unchecked, evidence: NO_EVIDENCE, isCut: false, lists: reading }
  }
  let reported = 0
  try {
    const streams = new Map(lists.map(({ list, rows }) => [list, rows]))
    for await (const { rows } of rowsByBlock(streams, 0)) {
      reader.add(rows)
      isCut = reader.isFull()
      if (isCut) break
      if (reader.rows() - reported >= TOLD_ROWS) onRows((reported = reader.rows()), soFar)
      await takeTurn(signal)
    }
  } catch (error) {
    if (!(error instanceof ListOutOfOrder)) throw error
    broken = error.list
  } finally {
    await Promise.all(lists.map(({ rows }) => rows.return(undefined)))
  }
  const found = reader.found()
  const undone = await findUndone(deps, request, found.movements, signal)
  const stands = ({ row, list }: PositionedMovement) =>
    list !== 'address-internal-transactions' || !undone.rows.has(row)
  return {
    ...found,
    movements: undone.rows.size === 0 ? found.movements : found.movements.filter(stands),
    unchecked: undone.unchecked,
    evidence: undone.evidence,
    isCut,
    lists: listStates().map((one) => (broken === one.list ? { ...one, state: 'incomplete' as const } : one)),
  }
}

function createReader(address: string, coin: CoinFacts) {
  const assets = new Map<string, LedgerAsset>([[COIN, COIN_ASSET]])
  const parties = new Map<string, AddressRef>()
  const readBlock = createBlockReader(
    { address, coin },
    {
      // The newest row comes first: it describes a token best.
      seen: (asset) => assets.get(asset.id) ?? assets.set(asset.id, asset),
      hidden: () => undefined,
    },
  )
  const newestFirst: Omit<PositionedMovement, 'place'>[] = []
  let rows = 0
  let at = END_OF_TIME
  return {
    add(block: readonly BlockRow[]) {
      rows += block.length
      const found = readBlock(block).movements.filter(isBetweenTwo)
      if (found.length > 0) for (const { item } of block) seeParties(parties, item)
      for (const movement of found.toReversed()) {
        at = Math.min(at, movement.time ?? at)
        newestFirst.push(placed(movement, at))
      }
    },
    isFull: () => newestFirst.length >= MAX_FLOW_MOVEMENTS || rows >= MAX_ROWS,
    rows: () => rows,
    found() {
      const movements = newestFirst.toReversed().map((movement, place) => ({ ...movement, place }))
      // Rows can name any address; only those with a movement are kept.
      const named = new Set([
        address,
        ...movements.map(({ counterparty }) => counterparty?.hash.toLowerCase()),
      ])
      return { movements, assets, parties: new Map([...parties].filter(([hash]) => named.has(hash))) }
    },
  }
}

/** Fees, rewards and withdrawals have no counterparty. */
const isBetweenTwo = ({ counterparty }: Movement) => counterparty !== null

const placed = ({ phase: _, position: __, ...movement }: Movement, at: number) => ({ ...movement, at })

function seeParties(parties: Map<string, AddressRef>, item: unknown) {
  const {
    from,
    to,
    created_contract: created,
  } = item as Readonly<Record<'from' | 'to' | 'created_contract', AddressRef | null | undefined>>
  for (const party of [from, to, created]) {
    const hash = party?.hash.toLowerCase()
    if (party && hash !== undefined && !parties.has(hash)) parties.set(hash, toFlowParty(party))
  }
}

function openPaged(
  deps: FlowDeps,
  request: MovementsRequest,
  list: LedgerListId,
  signal: AbortSignal,
): OpenList {
  const params = { address_hash: request.address }
  const paged = readPages(deps, { source: request.source, list, params }, signal)
  return {
    list,
    rows: paged.rows,
    state: () => ({ list, rows: paged.state.rows, state: paged.state.state }),
  }
}

function openLoaded(deps: FlowDeps, request: MovementsRequest, list: LedgerListId): OpenList {
  const params = { address_hash: request.address }
  const archived = archiveOf(deps, request.source)?.list({
    source: request.source,
    list,
    params,
    filters: {},
  })
  const covered = archived?.coverage()
  const state = covered?.isComplete ? 'whole' : (covered?.rows ?? 0) > 0 ? 'incomplete' : 'absent'
  return { list, rows: archivedRows(archived), state: () => ({ list, rows: covered?.rows ?? 0, state }) }
}

/** Reads across gaps. */
export async function* archivedRows(archived: ArchivedList | undefined): AsyncGenerator<readonly ListRow[]> {
  let page: Page | undefined = archived?.first()
  while (page) {
    yield rowsIn(page)
    // Yields to the event loop each time, because decompression takes some milliseconds.
    await setImmediate()
    const next: Cursor | null = page.next
    page = next === null ? undefined : (archived?.after(next) ?? archived?.belowGap(next))
  }
}

/** The maximal number of requests for one address, for the newest transactions. */
const MAX_ASKED = 500
/** The number of concurrent requests. */
const BATCH = 8

/** Hashes of transactions, by what their calls show. */
interface CallEvidence {
  readonly failed: readonly string[]
  /** Transactions with a reverted call. */
  readonly undone: readonly string[]
  /** Transactions without a reverted call. */
  readonly standing: readonly string[]
}

interface Undone {
  readonly rows: ReadonlySet<string>
  /** The number of movements for which it is unknown. */
  readonly unchecked: number
  readonly evidence: CallEvidence
}

/**
 * Finds calls that succeeded but were reverted by a surrounding call, and so moved nothing. Their rows do not show
 * it; the calls of their transaction do. Our own services are asked for these; for other sources only stored data is
 * used. `movements`: the oldest first.
 */
async function findUndone(
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
    throwIfCancelled(signal)
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
