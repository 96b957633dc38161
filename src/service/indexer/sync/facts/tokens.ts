import type { Priority } from '#shared/priority.ts'
import { ZERO_ADDRESS } from '../../model/hex.ts'
import { decodeAmount, encodeAmount } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf } from '../../store/positions.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenInfo } from './token-info.ts'

/** Reads name, symbol, decimals and supply of these tokens, and writes them to the index. */
export async function fetchTokens(
  { connection, store }: SyncContext,
  tokens: readonly number[],
  priority: Priority = 'background',
) {
  const known = tokens.flatMap((id) => {
    const type = store.tokens.typeOf(id)
    return type === null ? [] : [{ id, type, address: store.addresses.hashOf(id) }]
  })
  const isCurrent = store.tokens.beginRead(known.map(({ id }) => id))
  const infos = await fetchTokenInfo(connection, known, priority)
  if (known.length === 0 || !store.database.isOpen) return
  store.write(() => {
    known.forEach(({ id, type }, index) => {
      const info = infos[index]
      if (!info) return
      // A response of before the last change is better than none, but the token is read once more.
      store.database.run(
        isCurrent(id)
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
  if (tokens.length > 0) await fetchTokens(context, tokens)
  return tokens.length > 0
}
