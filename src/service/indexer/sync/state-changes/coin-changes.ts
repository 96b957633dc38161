import type { CoinChange } from '../../model/state-change.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import { optional, quantity } from '#platform/json-rpc/wire.ts'
import { fetchCoinBalances } from '../facts/coin-balances.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import type { SyncContext } from '../sync-context.ts'
import { syncFramesNow } from '../sync-frames.ts'
import { parentOf } from './blocks-of-change.ts'
import { coinMovements } from '../../store/coin-movements.ts'

export interface CoinChanges {
  readonly changes: readonly CoinChange[]
  /** Whether they can be stored: nothing about them would be different later. */
  readonly complete: boolean
  readonly incompleteReason: string | null
}

const NO_FRAMES =
  'This node gives neither balance changes nor call traces: what moved inside the transaction is not shown.'
const NOT_ASKED = 'This index is kept without call traces: what moved inside the transaction is not shown.'
const NOT_KEPT =
  'This index is kept for some addresses: of others only what this transaction changed is shown, since it lacks what came before in the block.'
const NO_HISTORY = 'This node no longer knows the balances of that time: only what changed is shown.'

/** Coin balances before and after one transaction: from the node's tracer, else computed from value, fee and frames. */
export async function readCoinChanges(
  context: SyncContext,
  { position, hash }: { readonly position: number; readonly hash: string },
): Promise<CoinChanges> {
  if (context.balanceChanges !== 'computed') {
    const changes = await fetchBalanceDiff(context, hash)
    if (changes) {
      context.balanceChanges = 'diff'
      return { changes, complete: true, incompleteReason: null }
    }
  }
  return computeCoinChanges(context, position)
}

/** `null` where the node can't trace this transaction. */
async function fetchBalanceDiff(context: SyncContext, hash: string): Promise<readonly CoinChange[] | null> {
  try {
    const result = await context.connection.request(
      'debug_traceTransaction',
      [hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
      { priority: 'visible' },
    )
    const diff = parsePrestateDiff(result)
    if (diff === null) {
      context.balanceChanges ??= 'computed'
      return null
    }
    return [...diff].map(([address, { before, after }]) => ({
      kind: 'coin',
      address,
      before: before.toString(),
      after: after.toString(),
      change: (after - before).toString(),
    }))
  } catch (error) {
    if (error instanceof NodeFailure && error.kind !== 'garbage') throw error
    if (error instanceof NodeRefusal && error.meaning === 'unsupported') context.balanceChanges ??= 'computed'
    return null
  }
}

async function computeCoinChanges(context: SyncContext, position: number): Promise<CoinChanges> {
  const { store } = context
  const height = heightOf(position)
  if (!isTraced(context, height)) await syncFramesNow(context, [height])
  const traced = isTraced(context, height)
  const changed = [...coinMovements(store, position)].filter(([, change]) => change !== 0n)
  const earlier = Array.from({ length: indexOf(position) }, (_, index) =>
    coinMovements(store, positionOf(height, index)),
  )
  const balances = await fetchCoinBalances(
    context.connection,
    changed.map(([address]) => store.addresses.hashOf(address)),
    parentOf(store, height),
  )
  const hasEarlier = store.filter === null || hasAllBefore(context, position)
  const changes = changed.map(([address, change], index): CoinChange => {
    const start = balances[index]
    const before =
      start == null || !traced || !(hasEarlier || (store.keeps(address) && !store.hasTracesOfKept))
        ? null
        : earlier.reduce((total, movements) => total + (movements.get(address) ?? 0n), start)
    return {
      kind: 'coin',
      address: store.addresses.hashOf(address),
      before: before?.toString() ?? null,
      after: before === null ? null : (before + change).toString(),
      change: change.toString(),
    }
  })
  const hasHistory = !balances.includes(null)
  return {
    changes,
    complete: traced && hasHistory,
    incompleteReason: traced
      ? hasHistory
        ? changes.some(({ before }) => before === null)
          ? NOT_KEPT
          : null
        : NO_HISTORY
      : context.frames.isOff
        ? NOT_ASKED
        : NO_FRAMES,
  }
}

/** Whether the index has the transactions of the block that come before this one. */
const hasAllBefore = ({ store }: SyncContext, position: number): boolean =>
  store.database.get<{ count: number }>(
    'SELECT count(*) AS count FROM tx WHERE position >= ? AND position < ?',
    position - indexOf(position),
    position,
  )?.count === indexOf(position)

const isTraced = ({ store }: SyncContext, height: number) =>
  store.database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', height)?.traced === 1

type Accounts = Readonly<Record<string, { readonly balance?: unknown } | undefined>>

/**
 * Balances before and after, by lower-case address, from the result of `prestateTracer` in diff mode. Null where the
 * result has another shape: the node does not have this mode.
 */
function parsePrestateDiff(result: unknown): ReadonlyMap<string, { before: bigint; after: bigint }> | null {
  if (typeof result !== 'object' || result === null || !('pre' in result) || !('post' in result)) return null
  const { pre, post } = result as { pre: Accounts | null; post: Accounts | null }
  if (typeof pre !== 'object' || typeof post !== 'object' || !pre || !post) return null
  const changed = new Map<string, { before: bigint; after: bigint }>()
  for (const address of new Set([...Object.keys(pre), ...Object.keys(post)])) {
    const before = balance(pre[address]) ?? 0n
    // `post` has only what changed, and no entry for an account that was removed.
    const after = post[address] === undefined ? 0n : (balance(post[address]) ?? before)
    if (before !== after) changed.set(address.toLowerCase(), { before, after })
  }
  return changed
}

function balance(account: { readonly balance?: unknown } | undefined): bigint | null {
  const hex = optional(quantity, account?.balance, 'a balance')
  return hex === null ? null : BigInt(hex)
}
