import type { Priority } from '#shared/priority.ts'
import { ZERO_ADDRESS } from '../../model/hex.ts'
import { decodeAmount, encodeAmount } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf } from '../../store/positions.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenInfo } from './token-info.ts'

/**
 * Reads name, symbol, decimals and supply of these tokens at the newest block of the index, and writes them to it. False
 * where the node does not have that state: the chain moves, or the index is far behind.
 */
export async function fetchTokens(
  { connection, store }: SyncContext,
  tokens: readonly number[],
  priority: Priority = 'background',
): Promise<boolean> {
  const known = tokens.flatMap((id) => {
    const type = store.tokens.typeOf(id)
    return type === null ? [] : [{ id, type, address: store.addresses.hashOf(id) }]
  })
  const head = store.head()
  if (known.length === 0 || !head) return false
  const isCurrent = store.tokens.beginRead(known.map(({ id }) => id))
  const ofHead = await fetchTokenInfo(connection, known, { at: head, priority })
  // A page shows at least the names that the newest block has; they are read once more.
  const infos =
    ofHead ??
    (priority === 'background' ? null : await fetchTokenInfo(connection, known, { at: 'latest', priority }))
  if (!infos || !store.database.isOpen) return false
  // What was read from a block that was undone meanwhile is of another branch.
  if (ofHead && store.hashAt(head.number) !== head.hash) return true
  store.write(() => {
    known.forEach(({ id, type }, index) => {
      const info = infos[index]
      if (!info) return
      const isLatest = isCurrent(id)
      if (!ofHead) {
        store.database.run(
          'UPDATE token SET name = ?, symbol = ?, decimals = ? WHERE address = ? AND fetch_state = 0',
          info.name,
          info.symbol,
          info.decimals,
          id,
        )
        return
      }
      // A response of before the last change is better than none, but the token is read once more.
      store.database.run(
        isLatest
          ? 'UPDATE token SET name = ?, symbol = ?, decimals = ?, supply = ?, fetch_state = 1 WHERE address = ?'
          : 'UPDATE token SET name = ?, symbol = ?, decimals = ?, supply = ? WHERE address = ? AND fetch_state <> 1',
        info.name,
        info.symbol,
        info.decimals,
        info.supply === null ? null : encodeAmount(info.supply),
        id,
      )
      if (type === 'ERC-721' && info.hasAmounts) rebuildAsAmounts(store, id)
      // Amounts in its events, NFTs by ERC-165: an ERC-404 that has transferred no NFT yet.
      else if (type === 'ERC-20' && info.hasNfts) store.tokens.retype(id, 'ERC-404')
      else return
      store.tokens.clear()
      store.balances.clear()
    })
  })
  return true
}

/** Adds up the balances from all transfers of a token that was taken for an NFT. */
function rebuildAsAmounts({ tokens, balances, database, addresses }: IndexStore, token: number) {
  balances.clear()
  tokens.turnIdsIntoAmounts(token)
  const zero = addresses.find(ZERO_ADDRESS)
  const rows = database.all<{ log: number; sender: number; receiver: number; value: Uint8Array }>(
    'SELECT log, sender, receiver, value FROM transfer WHERE token = ? ORDER BY log, item',
    token,
  )
  rows.forEach(({ log, sender, receiver, value }, index) => {
    balances.addTransfer({
      token,
      type: 'ERC-20',
      sender: sender === zero ? null : sender,
      receiver: receiver === zero ? null : receiver,
      tokenId: null,
      value: `0x${decodeAmount(value).toString(16)}`,
    })
    const block = heightOf(log)
    if (heightOf(rows[index + 1]?.log ?? 0) !== block) balances.flush(block)
  })
  tokens.flush()
}

const BATCH_SIZE = 20

/** Background step: tokens that were never read, or whose supply changed. True where there may be more. */
export async function fetchNextTokens(context: SyncContext): Promise<boolean> {
  const tokens = context.store.database
    .all<{ address: number }>('SELECT address FROM token WHERE fetch_state <> 1 LIMIT ?', BATCH_SIZE)
    .map((row) => row.address)
  return tokens.length > 0 && fetchTokens(context, tokens)
}
