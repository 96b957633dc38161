/**
 * The Transfer events of a token: an amount (ERC-20), one NFT (ERC-721), or an amount of an id (ERC-1155, ERC-404). A
 * transfer from the zero address is a mint, to it a burn. The zero address itself holds nothing. Transfers of a contract
 * that represents the coin move coins (`coin-transfers.ts`). An event is a claim of the token; the proof compares it with
 * the balance.
 */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import { movedAmount } from '#shared/chain/moved-amount.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import {
  assetId,
  COIN,
  lower,
  PHASE,
  priceOf,
  sideOf,
  toParty,
  toTime,
  type LedgerOf,
  type Movement,
} from '../movement.ts'

export function tokenTransferred(transfer: TokenTransfer, row: string, ledger: LedgerOf): Movement[] {
  const { token, from, to, total, block_number: block, transaction_hash: hash } = transfer
  const side = sideOf(ledger, from, to)
  if (!token || block == null || !side || ledger.address === ZERO_ADDRESS) return []
  const isNft = token.type === 'ERC-721'
  return total.flatMap(({ value, token_id: id }): Movement[] => {
    const amount = movedAmount(token, value)
    if (amount === undefined || amount === 0n) return []
    return [
      {
        asset: token.address_hash.toLowerCase() === ledger.coin.contract ? COIN : assetId(token, id),
        nft: id ?? null,
        amount: side.sign * amount,
        block,
        time: toTime(transfer.timestamp),
        phase: PHASE.transactions,
        position: null,
        index: transfer.log_index,
        rule: lower(from) === ZERO_ADDRESS ? 'mint' : lower(to) === ZERO_ADDRESS ? 'burn' : 'transfer',
        counterparty: toParty(side.other),
        ...(isNft ? {} : priceOf(null, token.exchange_rate)),
        list: 'address-token-transfers',
        row,
        transaction: hash,
      },
    ]
  })
}

/** Confidential tokens (ERC-7984) log the parties but no amount. */
export const isHidden = ({ token, total }: TokenTransfer) =>
  token != null && total.some(({ value }) => movedAmount(token, value) === undefined)
