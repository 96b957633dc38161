import type { ListAnswer, ListRequest, WireItem } from '../../chain-reader.ts'
import type { Session } from '../sync/sync-context.ts'
import type { StateChange } from '../model/state-change.ts'
import { stateChanges } from '../sync/state-changes/state-changes.ts'
import { amountOf, hexText } from '../store/amounts.ts'
import { heightOf } from '../store/positions.ts'
import { wholeNumber } from './page.ts'
import type { Reading } from './read-context.ts'
import { transactionByHash } from './transaction-lists.ts'

/** `/transactions/{hash}/state-changes`: coins first, then tokens; null where no such transaction is known. */
export async function stateChangesOfTransaction(
  readAgain: () => Reading,
  session: Session | null,
  request: ListRequest,
): Promise<ListAnswer | null> {
  const before = readAgain()
  const transaction = transactionByHash(before, request.params.transaction_hash ?? '')
  if (!transaction) return null
  const { changes, lacking } = await stateChanges(before.store, session, {
    place: transaction.place,
    hash: hexText(transaction.hash),
  })
  const start = wholeNumber(request.after?.state_changes_count ?? request.after?.items_count) ?? 0
  const end = start + request.limit
  const reading = readAgain()
  const miner = reading.store.database.get<{ miner: number }>(
    'SELECT miner FROM block WHERE number = ?',
    heightOf(transaction.place),
  )?.miner
  return {
    items: changes.slice(start, end).map((change) => changeItem(reading, change, miner ?? null)),
    next: end < changes.length ? { items_count: end, state_changes_count: end, state_changes: null } : null,
    ...(lacking === null ? {} : { meta: { status: session ? 'unavailable' : 'pending', message: lacking } }),
  }
}

function changeItem(reading: Reading, change: StateChange, miner: number | null): WireItem {
  const { refs, tokens } = reading
  const id = reading.addressOf(change.address)
  const common = {
    type: change.kind,
    address: id === null ? { hash: change.address } : refs.of(id),
    is_miner: id !== null && id === miner,
    balance_before: change.before,
    balance_after: change.after,
  }
  if (change.kind === 'coin') return { ...common, token: null, token_id: null, change: change.change }
  const token = reading.addressOf(change.token)
  return {
    ...common,
    token: token === null ? null : tokens.of(token),
    token_id: change.tokenId,
    change:
      typeof change.change === 'string'
        ? change.change
        : change.change.map(({ direction, tokenId }) => ({
            direction,
            total: {
              token_id: tokenId,
              token_instance: token === null ? null : tokens.instance(token, amountOf(BigInt(tokenId))),
            },
          })),
  }
}
