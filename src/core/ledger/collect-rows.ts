/** Turns the rows of an address's lists in one block into movements, using what the rows say about each other. */
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { InternalTransaction } from '#shared/chain/transaction.ts'
import type { CoinFacts } from '#shared/coin-facts.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { assetId, lower, toAsset, type LedgerOf, type Movement, PHASE } from './movement.ts'
import { blockReward } from './rules/block-reward.ts'
import { internalValue } from './rules/internal-value.ts'
import { layerDeposit } from './rules/layer-deposit.ts'
import { countCoinOnce } from './rules/coin-transfers.ts'
import { withoutFeeTransfers } from './rules/fee-transfers.ts'
import { burntCoins } from './rules/self-destruct.ts'
import { isHidden, tokenTransferred } from './rules/token-transfer.ts'
import { transactionFee } from './rules/transaction-fee.ts'
import { transactionValue } from './rules/transaction-value.ts'
import { createClaims, validatorWithdrawal } from './rules/validator-withdrawal.ts'
import { wrappedCoin } from './rules/wrapped-coin.ts'
import { findIncompleteRow, type IncompleteRow } from './incomplete-row.ts'

/** The lists that movements are made from, and the balance history they are checked against. */
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
  /** Oldest first. */
  readonly movements: readonly Movement[]
  readonly history: CoinBalance | undefined
}

/** Receives facts about assets from the rows. */
export interface AssetSink {
  seen(asset: LedgerAsset): void
  /** The asset moves by amounts that no row gives. */
  hidden(asset: string): void
  incomplete?(row: IncompleteRow): void
}

export function createBlockReader(
  ledger: LedgerOf,
  assets: AssetSink,
): (rows: readonly BlockRow[]) => BlockMovements {
  const { wrapped: wrapper, withdrawals } = ledger.coin
  const withoutClaimed = createClaims(ledger)
  return (rows) => {
    const transactions = new Map<string, { readonly position: number | null; readonly hasFailed: boolean }>()
    const calls: InternalTransaction[] = []
    const madeIn = new Set<string>()
    let history: CoinBalance | undefined
    const readers: { readonly [Id in LedgerListId]: (item: ListItem<Id>, key: string) => Movement[] } = {
      'address-transactions'(item) {
        if (lower(item.created_contract) === ledger.address) madeIn.add(item.hash)
        transactions.set(item.hash, { position: item.position ?? null, hasFailed: item.status === 'error' })
        const feeToken = lower(item.from) === ledger.address ? paidFee(item)?.token : null
        if (feeToken && feeToken.address_hash.toLowerCase() !== ledger.coin.contract)
          assets.seen(toAsset(feeToken, null))
        return [
          ...layerDeposit(item, ledger),
          ...transactionFee(item, ledger),
          ...transactionValue(item, ledger),
        ]
      },
      'address-internal-transactions'(item) {
        calls.push(item)
        if (lower(item.created_contract) === ledger.address) madeIn.add(item.transaction_hash)
        return internalValue(item, ledger)
      },
      'address-token-transfers'(item, key) {
        for (const { token_id: id } of item.total) {
          if (!item.token || lower({ hash: item.token.address_hash }) === ledger.coin.contract) continue
          assets.seen(toAsset(item.token, id))
          if (isHidden(item)) assets.hidden(assetId(item.token, id))
        }
        return tokenTransferred(item, key, ledger)
      },
      'address-withdrawals': (item) => validatorWithdrawal(item, ledger),
      'address-blocks-validated': (item) => blockReward(item, ledger),
      'address-coin-balances'(item) {
        // The rows come newest first, so the first one counts.
        history ??= item
        return []
      },
    }
    const known = new Set<string>()
    const made: Movement[] = []
    for (const { list, key, item } of rows) {
      if (known.size === known.add(`${list} ${key}`).size) continue
      made.push(...(readers[list] as (item: unknown, key: string) => Movement[])(item, key))
      const incomplete = findIncompleteRow(list, item, ledger)
      if (incomplete) assets.incomplete?.(incomplete)
    }
    const standing = made.filter(
      ({ list, transaction }) =>
        list !== 'address-internal-transactions' || transactions.get(transaction ?? '')?.hasFailed !== true,
    )
    const counted = withoutClaimed(countCoinOnce(withoutFeeTransfers(standing)))
    if (
      withdrawals &&
      counted.some(({ asset, rule }) => asset === withdrawals.token && rule === 'withdrawal')
    )
      assets.seen(tokenAsset({ address: withdrawals.token, symbol: withdrawals.symbol }))
    const burnt = burntCoins(calls, madeIn, counted, ledger)
    const added = wrapper ? wrappedCoin(counted, wrapper.address) : []
    if (wrapper && added.length > 0) assets.seen(tokenAsset(wrapper))
    const positions = new Map(
      [...transactions].flatMap(([hash, { position }]) => (position === null ? [] : [[hash, position]])),
    )
    return { movements: orderMovements([...counted, ...burnt, ...added], positions), history }
  }
}

const tokenAsset = ({ address, symbol }: NonNullable<CoinFacts['wrapped']>): LedgerAsset => ({
  id: address,
  token: { address_hash: address, name: null, symbol, decimals: '18', type: 'ERC-20' },
  tokenId: null,
})

/**
 * Sorts movements into the order they happened: by block, transaction, and step of the transaction. `positions`:
 * positions of transactions in their blocks, as far as the lists give them.
 */
function orderMovements(
  movements: readonly Movement[],
  positions: ReadonlyMap<string, number>,
): readonly Movement[] {
  const known = movements.map((movement) => {
    const position =
      movement.position ??
      (movement.transaction === null ? null : (positions.get(movement.transaction) ?? null))
    return position === movement.position ? movement : { ...movement, position }
  })
  return [...placeTransfers(known)].sort(compare)
}

/**
 * Sets missing positions of transfers, whose rows do not have the transaction's position. Logs are numbered through a
 * block, so a position is at least that of the transfer before.
 */
function placeTransfers(movements: readonly Movement[]): readonly Movement[] {
  const transfers = movements
    .filter(({ list }) => list === 'address-token-transfers')
    .sort((one, other) => one.block - other.block || one.index - other.index)
  const placed = new Map<Movement, Movement>()
  let [block, last] = [-1, 0]
  for (const transfer of transfers) {
    if (transfer.block !== block) [block, last] = [transfer.block, 0]
    if (transfer.position === null) placed.set(transfer, { ...transfer, position: last })
    else last = Math.max(last, transfer.position)
  }
  return movements.map((movement) => placed.get(movement) ?? movement)
}

function compare(one: Movement, other: Movement): number {
  return (
    one.block - other.block ||
    one.phase - other.phase ||
    (one.position ?? 0) - (other.position ?? 0) ||
    kindOf(one) - kindOf(other) ||
    one.index - other.index
  )
}

/** Calls and logs of a transaction have separate numbers. */
const kindOf = ({ list, phase }: Movement) =>
  phase === PHASE.transactions && list === 'address-token-transfers' ? 1 : 0
