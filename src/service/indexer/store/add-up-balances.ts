import { ZERO_ADDRESS } from '../model/hex.ts'
import { decodeAmount } from './amounts.ts'
import type { IndexStore } from './index-store.ts'
import { heightOf } from './positions.ts'

interface TransferRow {
  readonly log: number
  readonly sender: number
  readonly receiver: number
  readonly token_id: Uint8Array | null
  readonly value: Uint8Array | null
}

/** Adds up the balances of a token once more from all its transfers. Only within a database transaction. */
export function addUpBalances({ tokens, balances, database, addresses }: IndexStore, token: number) {
  balances.clear()
  tokens.forgetBalances(token)
  const zero = addresses.find(ZERO_ADDRESS)
  const type = tokens.typeOf(token) ?? 'ERC-20'
  const rows = database.all<TransferRow>(
    'SELECT log, sender, receiver, token_id, value FROM transfer WHERE token = ? AND type = ? ORDER BY log, item',
    token,
    type,
  )
  rows.forEach(({ log, sender, receiver, token_id: tokenId, value }, index) => {
    balances.addTransfer({
      token,
      type,
      sender: sender === zero ? null : sender,
      receiver: receiver === zero ? null : receiver,
      tokenId: optionalHex(tokenId),
      value: optionalHex(value),
    })
    const block = heightOf(log)
    if (heightOf(rows[index + 1]?.log ?? 0) !== block) balances.flush(block)
  })
  balances.save()
  tokens.flush()
  tokens.clear()
  balances.clear()
}

const optionalHex = (amount: Uint8Array | null) =>
  amount === null ? null : `0x${decodeAmount(amount).toString(16)}`
