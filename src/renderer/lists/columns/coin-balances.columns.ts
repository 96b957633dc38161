import { $msgid } from '#shared/text/gettext.ts'
import type { CoinBalance } from '#shared/chain/coin-balance.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import type { ListColumn, ListColumns } from './list-column.ts'
import { coinColumn } from './coin-column.ts'
import { age, blockNumber, transactionHash } from './shared-columns.ts'

const columns: readonly ListColumn<CoinBalance>[] = [
  blockNumber(),
  age((item) => item.block_timestamp),
  transactionHash((item) => item.transaction_hash, { width: 140, grow: 0.8, narrow: { at: 'main' } }),
  coinColumn('change', $msgid('Change'), (item) => item.delta, {
    width: 130,
    grow: 1,
    narrow: { at: 'amount' },
    cell: (item, { coin }, room) => amountCell(item.delta, coin.decimals, { signed: true, room }),
  }),
  coinColumn('balance', $msgid('Balance'), (item) => item.value, {
    width: 130,
    grow: 1,
    narrow: { at: 'fact', isNamed: true },
  }),
]

export const addressCoinBalances: ListColumns<CoinBalance> = columns
