import type { TokenTransfer } from '#shared/chain/token-events.ts'
import type { IndexStore } from './index-store.ts'

/** A transfer as the index has it, by what is known of its token. */
export function asIndexed({ tokens }: IndexStore, token: number, transfer: TokenTransfer): TokenTransfer {
  const { type, tokenId, value } = transfer
  if (type === 'ERC-721' && tokens.hasAmountsAsIds(token))
    return { ...transfer, type: 'ERC-20', tokenId: null, value: tokenId }
  if (type === 'ERC-20' && tokens.hasIdsAsAmounts(token))
    return { ...transfer, type: 'ERC-721', tokenId: value, value: null }
  return transfer
}
