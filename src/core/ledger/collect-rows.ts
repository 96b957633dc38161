/** The rows of an address's lists that stand in one block, as movements; and what they say of one another. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import type { WrappedCoin } from '#shared/coin-facts.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { assetId, toAsset, type LedgerOf, type Movement } from './movement.ts'
import { orderMovements } from './order-movements.ts'
import { blockReward } from './rules/block-reward.ts'
import { internalValue } from './rules/internal-value.ts'
import { layerDeposit } from './rules/layer-deposit.ts'
import { isHidden, tokenTransferred } from './rules/token-transfer.ts'
import { transactionFee } from './rules/transaction-fee.ts'
import { transactionValue } from './rules/transaction-value.ts'
import { validatorWithdrawal } from './rules/validator-withdrawal.ts'
import { wrappedCoin } from './rules/wrapped-coin.ts'

/** The lists that movements are made of, and the history of the balance, which they are held against. */
export const LEDGER_LISTS = [
  'address-transactions',
  'address-internal-transactions',
  'address-token-transfers',
  'address-withdrawals',
  'address-blocks-validated',
  'address-coin-balances',
] as const
export type LedgerListId = (typeof LEDGER_LISTS)[number]

export interface BlockRow {
  readonly list: LedgerListId
  readonly key: string
  readonly item: unknown
}

export interface BlockMovements {
  /** The oldest first. */
  readonly movements: readonly Movement[]
  readonly history: CoinBalance | undefined
}

/** What rows say of assets. */
export interface AssetSink {
  seen(asset: LedgerAsset): void
  /** It is moved by amounts which nobody is told. */
  hidden(asset: string): void
}

export function createBlockReader(
  ledger: LedgerOf,
  assets: AssetSink,
): (rows: readonly BlockRow[]) => BlockMovements {
  const { wrapped: wrapper } = ledger.coin
  return (rows) => {
    const transactions = new Map<string, { readonly position: number | null; readonly hasFailed: boolean }>()
    let history: CoinBalance | undefined
    const readers: { readonly [Id in LedgerListId]: (item: ListItem<Id>, key: string) => Movement[] } = {
      'address-transactions'(item) {
        transactions.set(item.hash, { position: item.position ?? null, hasFailed: item.status === 'error' })
        return [
          ...layerDeposit(item, ledger),
          ...transactionFee(item, ledger),
          ...transactionValue(item, ledger),
        ]
      },
      'address-internal-transactions': (item) => internalValue(item, ledger),
      'address-token-transfers'(item, key) {
        for (const { token_id: id } of item.total) {
          if (!item.token) continue
          assets.seen(toAsset(item.token, id))
          if (isHidden(item)) assets.hidden(assetId(item.token, id))
        }
        return tokenTransferred(item, key, ledger)
      },
      'address-withdrawals': (item) => validatorWithdrawal(item),
      'address-blocks-validated': (item) => blockReward(item, ledger),
      'address-coin-balances'(item) {
        // What was read last of a block comes first.
        history ??= item
        return []
      },
    }
    const known = new Set<string>()
    const made: Movement[] = []
    for (const { list, key, item } of rows) {
      if (known.size === known.add(`${list} ${key}`).size) continue
      made.push(...(readers[list] as (item: unknown, key: string) => Movement[])(item, key))
    }
    const standing = made.filter(
      ({ list, transaction }) =>
        list !== 'address-internal-transactions' || transactions.get(transaction ?? '')?.hasFailed !== true,
    )
    const added = wrapper ? wrappedCoin(standing, wrapper.address) : []
    if (wrapper && added.length > 0) assets.seen(wrapperAsset(wrapper))
    const positions = new Map(
      [...transactions].flatMap(([hash, { position }]) => (position === null ? [] : [[hash, position]])),
    )
    return { movements: orderMovements([...standing, ...added], positions), history }
  }
}

const wrapperAsset = ({ address, symbol }: WrappedCoin): LedgerAsset => ({
  id: address,
  token: { address_hash: address, name: null, symbol, decimals: '18', type: 'ERC-20' },
  tokenId: null,
})
