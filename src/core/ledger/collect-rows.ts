/** Rows of an address's lists, page by page, as movements; and what they say of one another. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { assetId, COIN, COIN_ASSET, toAsset, type LedgerOf, type Movement } from './movement.ts'
import { orderMovements } from './order-movements.ts'
import { blockReward } from './rules/block-reward.ts'
import { internalValue } from './rules/internal-value.ts'
import { openingBalance } from './rules/opening-balance.ts'
import { layerDeposit } from './rules/layer-deposit.ts'
import { isHidden, tokenTransferred } from './rules/token-transfer.ts'
import { transactionFee } from './rules/transaction-fee.ts'
import { transactionValue } from './rules/transaction-value.ts'
import { validatorWithdrawal } from './rules/validator-withdrawal.ts'
import { wrappedCoin, type wrappedCoinOf } from './rules/wrapped-coin.ts'

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

export interface Collected {
  /** The oldest first. */
  readonly movements: readonly Movement[]
  readonly assets: ReadonlyMap<string, LedgerAsset>
  /** Assets that are moved by amounts which nobody is told. */
  readonly hidden: ReadonlySet<string>
  /** The oldest first. */
  readonly history: readonly CoinBalance[]
}

export interface RowCollector {
  /** How many rows of a page were not known yet. */
  add(list: LedgerListId, page: Pick<Page, 'items' | 'keys'>): number
  readonly rows: number
  rowsOf(list: LedgerListId): number
  /** `hasHistory`: the history of the balance was read to its end. */
  collected(options: { readonly hasHistory: boolean }): Collected
}

export function createRowCollector(
  ledger: LedgerOf,
  wrapper: ReturnType<typeof wrappedCoinOf>,
): RowCollector {
  const known = new Map<LedgerListId, Set<string>>(LEDGER_LISTS.map((list) => [list, new Set()]))
  const movements: Movement[] = []
  const assets = new Map<string, LedgerAsset>([[COIN, COIN_ASSET]])
  const hidden = new Set<string>()
  const history = new Map<number, CoinBalance>()
  const transactions = new Map<string, { readonly position: number | null; readonly hasFailed: boolean }>()

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
        const asset = assetId(item.token, id)
        // Rows come with the newest first: what was said last of a token counts.
        if (!assets.has(asset)) assets.set(asset, toAsset(item.token, id))
        if (isHidden(item)) hidden.add(asset)
      }
      return tokenTransferred(item, key, ledger)
    },
    'address-withdrawals': (item) => validatorWithdrawal(item),
    'address-blocks-validated': (item) => blockReward(item, ledger),
    'address-coin-balances'(item) {
      history.set(item.block_number, item)
      return []
    },
  }

  return {
    add(list, { items, keys }) {
      const seen = known.get(list)
      let added = 0
      for (const [at, item] of items.entries()) {
        const key = keys[at]
        // Of a block that was not complete, the history says another balance when it is read again.
        const isKnown = key !== undefined && seen?.has(key) === true
        if (key === undefined || isPending(item) || (isKnown && list !== 'address-coin-balances')) continue
        seen?.add(key)
        if (!isKnown) added += 1
        for (const movement of (readers[list] as (item: unknown, key: string) => Movement[])(item, key))
          movements.push(movement)
      }
      return added
    },
    get rows() {
      return [...known.values()].reduce((sum, { size }) => sum + size, 0)
    },
    rowsOf: (list) => known.get(list)?.size ?? 0,
    collected({ hasHistory }) {
      const rows = [...history.values()].sort((one, other) => one.block_number - other.block_number)
      const standing = movements.filter(
        ({ list, transaction }) =>
          list !== 'address-internal-transactions' || transactions.get(transaction ?? '')?.hasFailed !== true,
      )
      const added = wrapper ? wrappedCoin(standing, wrapper.address) : []
      if (wrapper && added.length > 0 && !assets.has(wrapper.address))
        assets.set(wrapper.address, wrapperAsset(wrapper))
      const opening = hasHistory ? openingBalance(rows[0]) : []
      const positions = new Map(
        [...transactions].flatMap(([hash, { position }]) => (position === null ? [] : [[hash, position]])),
      )
      return {
        movements: orderMovements([...opening, ...standing, ...added], positions),
        assets,
        hidden,
        history: rows,
      }
    },
  }
}

/** A row that is in no block yet moves nothing. */
const isPending = (item: unknown) => {
  const { block_number: block, height } = item as Readonly<Record<string, unknown>>
  return block == null && height == null
}

const wrapperAsset = ({
  address,
  symbol,
}: {
  readonly address: string
  readonly symbol: string
}): LedgerAsset => ({
  id: address,
  token: { address_hash: address, name: null, symbol, decimals: '18', type: 'ERC-20' },
  tokenId: null,
})
