import type { Session } from '../sync-context.ts'
import { NodeFailure } from '../../node/node-failure.ts'
import { bytesOf } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf } from '../../store/positions.ts'
import { coinChanges } from './coin-changes.ts'
import type { CoinChanges } from './coin-changes.ts'
import type { StateChange, StateChanges } from '../../model/state-change.ts'
import { tokenChanges } from './token-changes.ts'

const NOT_NOW = 'The node does not answer now: coin balances are shown when it does.'

/** What one transaction did to balances: kept from an earlier time, else asked and worked out now, and kept if whole. */
export async function stateChanges(
  store: IndexStore,
  session: Session | null,
  transaction: { readonly place: number; readonly hash: string },
): Promise<StateChanges> {
  const kept = store.database.get<{ changes: string }>(
    'SELECT changes FROM state_change WHERE tx = ?',
    transaction.place,
  )
  if (kept) return { changes: JSON.parse(kept.changes) as StateChange[], lacking: null }
  const height = heightOf(transaction.place)
  const block = store.hashAt(height)
  const coins = await coinsOrNone(session, transaction)
  const tokens = await tokenChanges(store, coins.answered ? session : null, transaction.place).catch(
    (error: unknown) => {
      if (!(error instanceof NodeFailure)) throw error
      return tokenChanges(store, null, transaction.place)
    },
  )
  const changes = [...coins.changes, ...tokens]
  const complete = coins.complete && coins.answered
  if (complete && block !== null && store.database.isOpen)
    keep(store, transaction.place, { height, block }, changes)
  return { changes, lacking: coins.lacking }
}

async function coinsOrNone(
  session: Session | null,
  { place, hash }: { place: number; hash: string },
): Promise<CoinChanges & { answered: boolean }> {
  const none = { changes: [], complete: false, lacking: NOT_NOW, answered: false }
  if (!session) return none
  try {
    return { ...(await coinChanges(session, place, hash)), answered: true }
  } catch (error) {
    if (error instanceof NodeFailure) return none
    throw error
  }
}

/** Only while its block is still the chain's. */
function keep(
  store: IndexStore,
  place: number,
  { height, block }: { height: number; block: string },
  changes: readonly StateChange[],
) {
  store.write(() => {
    if (!store.database.get('SELECT 1 FROM block WHERE number = ? AND hash = ?', height, bytesOf(block)))
      return
    store.database.run(
      'INSERT INTO state_change (tx, changes) VALUES (?, ?) ON CONFLICT DO NOTHING',
      place,
      JSON.stringify(changes),
    )
  })
}
