import { hexToBytes } from '../../model/hex.ts'
import type { StateChange, StateChanges } from '../../model/state-change.ts'
import { NodeFailure } from '#platform/json-rpc/node-failure.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf } from '../../store/positions.ts'
import type { SyncContext } from '../sync-context.ts'
import { readCoinChanges } from './coin-changes.ts'
import { indexedTokenChanges, readTokenChanges } from './token-changes.ts'

const NODE_OFFLINE = 'The node does not answer now: coin balances are shown when it does.'

/** Balance changes of one transaction: from the index, else read from the node and, if they are complete, stored. */
export async function readStateChanges(
  store: IndexStore,
  context: SyncContext | null,
  transaction: { readonly position: number; readonly hash: string },
): Promise<StateChanges> {
  const { position } = transaction
  const { database } = store
  const { stored, block } = await database.snapshot(() => ({
    stored: database.get<{ changes: string }>('SELECT changes FROM state_change WHERE tx = ?', position),
    block: store.hashAt(heightOf(position)),
  }))
  if (stored) return { changes: JSON.parse(stored.changes) as StateChange[], incompleteReason: null }
  const coins = context && (await attempt(() => readCoinChanges(context, transaction)))
  const tokenChanges = coins && (await attempt(() => readTokenChanges(store, context, position)))
  const tokens = tokenChanges ?? (await database.snapshot(() => indexedTokenChanges(store, position)))
  const changes = [...(coins?.changes ?? []), ...tokens]
  if (coins?.complete && tokenChanges && block !== null && store.database.isOpen)
    save(store, position, block, changes)
  return { changes, incompleteReason: coins ? coins.incompleteReason : NODE_OFFLINE }
}

/** `null` where the node does not respond. */
async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NodeFailure) return null
    throw error
  }
}

/** Only while the block is still part of the chain. */
function save(store: IndexStore, position: number, block: string, changes: readonly StateChange[]) {
  store.write(() => {
    const height = heightOf(position)
    if (!store.database.get('SELECT 1 FROM block WHERE number = ? AND hash = ?', height, hexToBytes(block)))
      return
    store.database.run(
      'INSERT INTO state_change (tx, changes) VALUES (?, ?) ON CONFLICT DO NOTHING',
      position,
      JSON.stringify(changes),
    )
  })
}
