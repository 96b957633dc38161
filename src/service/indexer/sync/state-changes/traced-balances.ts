import { toHex } from '../../model/hex.ts'
import { NodeFailure, NodeRefusal, REFUSED } from '#platform/json-rpc/node-failure.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import { transactionHashes } from '../../node/read-block.ts'
import { fetchTokenBalances } from '../facts/token-balances.ts'
import type { BalanceAnswer, BalanceKey } from '../facts/token-balances.ts'
import type { SyncContext } from '../sync-context.ts'
import { parentOf } from './blocks-of-change.ts'
import { addDiff, copyOverrides, noOverrides } from './state-overrides.ts'

/** Transactions that are traced for one. */
const MAX_TRACED = 200

/**
 * Reads token balances right before and right after one transaction: from the state at the end of the parent block, and
 * the changes that the block's transactions made until then. Null if the node does not trace them, or takes no state
 * with a call.
 */
export async function readTracedBalances(
  context: SyncContext,
  balances: readonly BalanceKey[],
  position: number,
): Promise<readonly { start: bigint | null; end: bigint | null }[] | null> {
  const { store } = context
  if (context.balanceChanges === 'computed' || indexOf(position) >= MAX_TRACED) return null
  const height = heightOf(position)
  const hashes = await hashesUntil(context, position)
  if (hashes === null) return null
  const diffs = await context.connection.many(
    hashes.map((hash) => ({
      method: 'debug_traceTransaction',
      params: [hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
    })),
    { priority: 'visible' },
  )
  const overrides = noOverrides()
  let before = copyOverrides(overrides)
  try {
    for (const diff of diffs) {
      if (diff instanceof NodeRefusal) {
        if (diff.meaning !== 'refused' || context.balanceChanges === null) return null
        throw new NodeFailure('refused', 'the node refuses to trace for now')
      }
      before = copyOverrides(overrides)
      addDiff(overrides, diff.result)
    }
  } catch (error) {
    if (error instanceof NodeFailure && error.kind === 'garbage') return null
    throw error
  }
  const parent = parentOf(store, height)
  const [starts, ends] = await Promise.all([
    fetchTokenBalances(context, balances, parent, { overrides: before }),
    fetchTokenBalances(context, balances, parent, { overrides }),
  ])
  const known = (answer: BalanceAnswer | undefined) => (answer === REFUSED ? null : (answer ?? null))
  return balances.map((_, index) => ({ start: known(starts[index]), end: known(ends[index]) }))
}

/** Hashes of the block's transactions up to this one; null where the node no longer has the block. */
async function hashesUntil(
  { store, connection }: SyncContext,
  position: number,
): Promise<readonly string[] | null> {
  const height = heightOf(position)
  if (store.filter === null)
    return store.database
      .all<{ hash: Uint8Array }>(
        'SELECT hash FROM tx WHERE position >= ? AND position <= ? ORDER BY position',
        positionOf(height, 0),
        position,
      )
      .map(({ hash }) => toHex(hash))
  // The index does not have all of them.
  const block = await connection.request('eth_getBlockByHash', [store.hashAt(height), false], {
    priority: 'visible',
  })
  return block === null ? null : transactionHashes(block).slice(0, indexOf(position) + 1)
}
