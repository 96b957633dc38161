/** Converts a transfer event to rows, by what the index knows of its token. */
import type { TokenTransfer, TokenType } from '#shared/chain/token-events.ts'
import { encodeOptionalAmount } from './amounts.ts'
import type { DecodedTransfer } from './decode-block.ts'
import type { IndexStore } from './index-store.ts'
import type { TransferRow } from './table-rows.ts'

export function asIndexed({ tokens }: IndexStore, { token, read }: DecodedTransfer): TokenTransfer {
  const { type, tokenId, value } = read
  if (type === 'ERC-721' && tokens.hasAmountsAsIds(token))
    return { ...read, type: 'ERC-20', tokenId: null, value: tokenId }
  if (type === 'ERC-20' && tokens.hasIdsAsAmounts(token))
    return { ...read, type: 'ERC-721', tokenId: value, value: null }
  return read
}

/** `read`: what `asIndexed` gave. */
export const transferRow = (
  { log, item, tx, token, sender, receiver }: DecodedTransfer,
  { type, tokenId, value }: TokenTransfer,
  tokenType: TokenType | null,
): TransferRow => ({
  ...{ log, item, tx, token, sender, receiver },
  // A transfer keeps the type of its event, except in an ERC-404, whose transfers all have that type.
  type: tokenType === 'ERC-404' ? tokenType : type,
  token_id: encodeOptionalAmount(tokenId),
  value: encodeOptionalAmount(value),
})
