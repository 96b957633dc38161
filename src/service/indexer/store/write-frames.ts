import { type TracedBlock, type TransactionFrames, revertedFrames } from '../model/call-frame.ts'
import { hexToBytes, toHex } from '../model/hex.ts'
import { decodeAmount, encodeHexAmount } from './amounts.ts'
import { addCounts, type AddressCounts, countsOf } from './address-counts.ts'
import { changeOf, lookupBy } from '#platform/table.ts'
import type { IndexStore } from './index-store.ts'
import { indexOf, positionOf, POSITIONS_PER_BLOCK } from './positions.ts'
import { CONTRACT, type ContractRow, type FrameRow, INTERNAL, OUTCOME_NOT_KNOWN } from './table-rows.ts'

const MOST = String(Number.MAX_SAFE_INTEGER)

/** The facts about a block that reading its frames needs; null where the index does not have it (any more). */
export function readTracedBlock(store: IndexStore, height: number): TracedBlock | null {
  const { database, addresses } = store
  const block = database.get<{ hash: Uint8Array; transactions: number }>(
    'SELECT hash, transactions FROM block WHERE number = ?',
    height,
  )
  if (!block) return null
  const { filter } = store
  const rows = database.all<{
    position: number
    hash: Uint8Array
    sender: number
    receiver: number | null
    created: number | null
    value: Uint8Array
    gas_used: number
    succeeded: number
    logs: number
  }>(
    `SELECT position, hash, sender, receiver, created, value, CASE WHEN gas_used > ${MOST} THEN ${MOST} ELSE gas_used END AS gas_used, succeeded, logs FROM tx WHERE position >= ? AND position < ? ORDER BY position`,
    positionOf(height, 0),
    positionOf(height, POSITIONS_PER_BLOCK),
  )
  return {
    number: height,
    hash: toHex(block.hash),
    count: block.transactions,
    ...(filter && { isKept: (address: string) => filter.has(address) }),
    transactions: rows.map((row) => ({
      hash: toHex(row.hash),
      index: indexOf(row.position),
      from: addresses.hashOf(row.sender),
      to: row.receiver === null ? null : addresses.hashOf(row.receiver),
      created: row.created === null ? null : addresses.hashOf(row.created),
      value: decodeAmount(row.value),
      gasUsed: row.gas_used,
      succeeded: row.succeeded === OUTCOME_NOT_KNOWN ? null : row.succeeded === 1,
      logs: row.logs,
    })),
  }
}

/** Gas that the node does not say. */
const NOT_SAID = new Uint8Array(0)

/** The rows of a transaction's frames. `position`: of the transaction. */
export const frameRows = (
  { addresses }: IndexStore,
  position: number,
  { frames }: TransactionFrames,
): FrameRow[] =>
  frames.map((frame, index) => ({
    tx: position,
    position: index + 1,
    depth: frame.depth,
    type: frame.type,
    sender: addresses.idOf(frame.from),
    receiver: frame.to === null ? null : addresses.idOf(frame.to),
    created: frame.created === null ? null : addresses.idOf(frame.created),
    value: encodeHexAmount(frame.value),
    gas: frame.gas === null ? NOT_SAID : encodeHexAmount(frame.gas),
    error: frame.error,
  }))

/** The columns of a transaction's row that its frames determine. */
interface Outcome {
  readonly inner_failure: number
  readonly failure: string | null
  readonly revert: Uint8Array | null
  readonly position: number
}

export function outcomeOf(
  block: TracedBlock,
  { error, output, frames }: TransactionFrames,
  index: number,
): Outcome {
  const succeeded = hasSucceeded(block, error, index)
  return {
    inner_failure: frames.some((frame) => frame.error !== null) ? 1 : 0,
    failure: succeeded ? null : error,
    revert: succeeded || output === null ? null : hexToBytes(output).subarray(0, MAX_REASON_BYTES),
    position: positionInBlock(block, index),
  }
}

const SET_OUTCOME = changeOf<Outcome>(
  'tx',
  'position',
  ['inner_failure', 'failure', 'revert'],
  (given) =>
    `inner_failure = ${given('inner_failure')}, failure = ${given('failure')}, revert = ${given('revert')}`,
)

/** Whether a transaction succeeded: by its receipt, or else by its trace. */
const hasSucceeded = ({ transactions }: TracedBlock, error: string | null, index: number): boolean => {
  const known = transactions[index]
  return known ? (known.succeeded ?? error === null) : false
}

/** The success of a transaction whose receipt does not state it, and the contract that it created. */
interface Success {
  readonly position: number
  readonly succeeded: number
  readonly created: number | null
}
const SET_SUCCESS = changeOf<Success>(
  'tx',
  'position',
  ['succeeded', 'created'],
  (given) => `succeeded = ${given('succeeded')}, created = ${given('created')}`,
)

/** Writes the success of transactions for which the index did not know it; returns the contracts that they created. */
function writeSuccesses(
  store: IndexStore,
  block: TracedBlock,
  traced: readonly TransactionFrames[],
): ContractRow[] {
  const { database, addresses } = store
  const rows: Success[] = []
  const contracts: ContractRow[] = []
  const counts = new Map<number, AddressCounts>()
  traced.forEach(({ error, created }, index) => {
    const transaction = block.transactions[index]
    if (transaction?.succeeded !== null) return
    const position = positionInBlock(block, index)
    const contract = error === null && created != null ? addresses.idOf(created) : null
    rows.push({ position, succeeded: error === null ? 1 : 0, created: contract })
    if (contract === null) return
    countsOf(counts, contract).transactions++
    addresses.markContract(contract)
    contracts.push({ address: contract, creator: addresses.idOf(transaction.from), tx: position })
  })
  database.changeRows(SET_SUCCESS, rows)
  addCounts(store, counts)
  return contracts
}

/** On the chain: of the transaction with this index among those of the block that the index has. */
export const positionInBlock = ({ number, transactions }: TracedBlock, index: number): number =>
  positionOf(number, transactions[index]?.index ?? index)

/** A transaction of which the index has that. Of most there is nothing to say, and nothing is written. */
export const OUTCOME = lookupBy<Outcome>(
  'tx',
  ['inner_failure', 'failure', 'revert', 'position'],
  (given) =>
    `coalesce(inner_failure, 0) = ${given('inner_failure')} AND failure IS NOT DISTINCT FROM ${given('failure')} AND revert IS NOT DISTINCT FROM ${given('revert')} AND position = ${given('position')}`,
)
const isOfNote = ({ inner_failure, failure, revert }: Outcome) =>
  inner_failure === 1 || failure !== null || revert !== null

/** Revert data that is stored; real reasons are shorter. */
const MAX_REASON_BYTES = 4_096

/** Writes the frames of a block, if it is still in the index. Only within a database transaction. */
export function writeFrames(store: IndexStore, block: TracedBlock, traced: readonly TransactionFrames[]) {
  const before = tracedState(store, block)
  if (before === null || before === 1) return
  store.addresses.prefetch(addressesIn(traced))
  const range = [positionOf(block.number, 0), positionOf(block.number + 1, 0)] as const
  store.database.send('DELETE FROM internal WHERE tx >= ? AND tx < ?', ...range)
  store.database.send(
    'UPDATE tx SET inner_failure = NULL, failure = NULL, revert = NULL WHERE position >= ? AND position < ? AND inner_failure IS NOT NULL',
    ...range,
  )
  const contracts = writeSuccesses(store, block, traced)
  const rows = traced.flatMap((transaction, index) => {
    const position = positionInBlock(block, index)
    const reverted = revertedFrames(transaction.frames)
    const succeeded = hasSucceeded(block, transaction.error, index)
    const own = frameRows(store, position, transaction)
    own.forEach(({ type, sender, receiver, created }, frame) => {
      if (reverted[frame]) return
      // The call may have changed a token without an event.
      if (receiver !== null && type !== 'staticcall') store.tokens.markSupplyChanged(receiver)
      if (created !== null && succeeded) {
        contracts.push({ address: created, creator: sender, tx: position })
        store.addresses.markContract(created)
      }
      // Since Cancun most contracts stay when they destroy themselves: the node knows.
      if (type === 'selfdestruct' && succeeded) store.addresses.forgetContract(sender)
    })
    return own
  })
  store.database.insertRows(INTERNAL, rows)
  store.database.insertRows(CONTRACT, contracts, 'replace')
  const outcomes = traced.map((transaction, index) => outcomeOf(block, transaction, index)).filter(isOfNote)
  store.database.changeRows(SET_OUTCOME, outcomes)
  store.tokens.flush()
  store.database.send('UPDATE block SET traced = 1 WHERE number = ?', block.number)
  store.totals.traced += block.count
  if (before === 2) store.totals.untraceable -= block.count
  store.repairs.remove('frames', block.number)
}

export const addressesIn = (traced: readonly TransactionFrames[]) =>
  traced
    .flatMap(({ frames }) => frames.flatMap(({ from, to, created }) => [from, to, created]))
    .filter((hash) => hash !== null)

/** For a block that the node has, but without its traces. */
export function markUntraceable(store: IndexStore, block: TracedBlock) {
  if (tracedState(store, block) !== 0) return
  store.database.run('UPDATE block SET traced = 2 WHERE number = ?', block.number)
  store.totals.untraceable += block.count
  store.repairs.remove('frames', block.number)
}

/** For a block whose traces the node refuses now. */
export function addFramesRepair(store: IndexStore, block: TracedBlock) {
  if (tracedState(store, block) === 0) store.repairs.add('frames', block.number)
}

/** The newest blocks without traces are asked for again, after a restart: it may be another node, or another run of it. */
export function forgetUntraceable(store: IndexStore) {
  const { database, totals } = store
  const newest = 'SELECT number FROM block WHERE traced = 2 ORDER BY number DESC LIMIT ?'
  totals.untraceable -=
    database.get<{ count: number | null }>(
      `SELECT sum(transactions) AS count FROM block WHERE number IN (${newest})`,
      MAX_FORGOTTEN,
    )?.count ?? 0
  database.run(`UPDATE block SET traced = 0 WHERE number IN (${newest})`, MAX_FORGOTTEN)
}

/** Number of newest blocks whose frames are requested again; the background check requests those below. */
const MAX_FORGOTTEN = 1_000

/** The column `traced`; null also where a reorganisation removed the block since the frames were requested. */
const tracedState = ({ database }: IndexStore, block: TracedBlock): number | null =>
  database.get<{ traced: number }>(
    'SELECT traced FROM block WHERE number = ? AND hash = ?',
    block.number,
    hexToBytes(block.hash),
  )?.traced ?? null
