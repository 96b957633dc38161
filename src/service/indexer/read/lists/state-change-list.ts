import { together } from '#platform/unanswered.ts'
import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import type { StateChange } from '../../model/state-change.ts'
import { encodeAmount } from '../../store/amounts.ts'
import { heightOf } from '../../store/positions.ts'
import type { ListSources } from './list-sources.ts'
import { readInteger } from '../page.ts'
import { unknownAddress } from '../address-items.ts'
import type { ReadContext } from '../read-context.ts'
import { transactionByHash } from './transaction-lists.ts'

/** `/transactions/{hash}/state-changes`: coins first, then tokens; null for an unknown transaction. */
export async function stateChangesOfTransaction(
  sources: Pick<ListSources, 'read' | 'onDemand'>,
  request: ListRequest,
): Promise<ListPage | null> {
  const { read, onDemand } = sources
  const found = await read((context) => findTransaction(context, request))
  if (!found) return null
  const { changes, incompleteReason } = await onDemand.readStateChanges(found)
  const start = readInteger(request.after?.state_changes_count ?? request.after?.items_count) ?? 0
  const end = start + request.limit
  // Read anew, because the index may have changed while the node was read.
  const items = await read((context) => {
    if (findTransaction(context, request)?.block !== found.block) return null
    const miner = context.store.database.get<{ miner: number }>(
      'SELECT miner FROM block WHERE number = ?',
      heightOf(found.position),
    )?.miner
    return together(
      changes.slice(start, end).map((change) => () => changeItem(context, change, miner ?? null)),
    )
  })
  // Rows may belong to two branches if the chain was reorganised meanwhile: then all of them are read again.
  if (items === null) return stateChangesOfTransaction(sources, request)
  const status = onDemand.isConnected ? 'unavailable' : 'pending'
  return {
    items,
    next: end < changes.length ? { items_count: end, state_changes_count: end, state_changes: null } : null,
    ...(incompleteReason === null ? {} : { meta: { status, message: incompleteReason } }),
  }
}

/** Where it stands on the branch of now; null where it is on none. */
function findTransaction(context: ReadContext, { params }: ListRequest) {
  const row = transactionByHash(context, params.transaction_hash ?? '')
  if (!row) return null
  return {
    position: row.position,
    hash: row.hash,
    block: context.block(heightOf(row.position)).hash,
  }
}

function changeItem(context: ReadContext, change: StateChange, miner: number | null): WireItem {
  const { addresses, tokens } = context
  const id = context.addressOf(change.address)
  const common = {
    type: change.kind,
    address: id === null ? unknownAddress(change.address) : addresses.item(id),
    is_miner: id !== null && id === miner,
    balance_before: change.before,
    balance_after: change.after,
  }
  if (change.kind === 'coin') return { ...common, token: null, token_id: null, change: change.change }
  const token = context.addressOf(change.token)
  return {
    ...common,
    token: token === null ? null : tokens.item(token),
    token_id: change.tokenId,
    change:
      typeof change.change === 'string'
        ? change.change
        : change.change.map(({ direction, tokenId }) => ({
            direction,
            total: {
              token_id: tokenId,
              token_instance: token === null ? null : tokens.nft(token, encodeAmount(BigInt(tokenId))),
            },
          })),
  }
}
