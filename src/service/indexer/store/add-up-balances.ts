import { ZERO_ADDRESS } from '../model/hex.ts'
import { decodeAmount } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { heightOf } from './positions.ts'

/** Adds up the balances of an ERC-20 once more from all its transfers. Only within a database transaction. */
export function addUpBalances({ tokens, balances, database, addresses }: IndexStore, token: number) {
  balances.clear()
  tokens.forgetBalances(token)
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
  tokens.clear()
  balances.clear()
}
