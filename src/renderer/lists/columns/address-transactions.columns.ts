import { $msgid } from '#shared/text/gettext.ts'
import type { Token } from '#shared/chain/token.ts'
import { coinFee, paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import {
  hasFailedCall,
  isWaiting,
  shownTransactionMethod,
  shownTransactionStatus,
  transactionMethod,
  transactionStatus,
  transactionStatusText,
} from '#shared/chain/transaction-words.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'
import { copyFiatValue, formatAmount, formatFiatValue, formatGwei, multiplyByPrice } from '#shared/units.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { amountCell } from '#renderer/entities/amount/amount-cell.ts'
import { columnsWithout, type ListColumn, type ListColumns } from './list-column.ts'
import { coinColumn, countColumn, valueColumn } from './coin-column.ts'
import {
  age,
  blockNumber,
  method,
  ofOneAddress,
  party,
  statusColumn,
  transactionHash,
} from './shared-columns.ts'

/** The value at the price of the coin that `priceOf` reads from the item. */
function worthColumn(
  id: string,
  label: string,
  priceOf: (item: Transaction) => string | null | undefined,
): ListColumn<Transaction> {
  const priced = (item: Transaction, { coin }: CellContext) =>
    [item.value, coin.decimals, priceOf(item)] as const
  return {
    id,
    label,
    width: 132,
    grow: 0.4,
    align: 'end',
    hiddenAtFirst: true,
    cell: (item, context) => formatFiatValue(...priced(item, context)) ?? null,
    text: (item, context) => copyFiatValue(...priced(item, context)),
    sort: (item, context) => multiplyByPrice(...priced(item, context)),
  }
}

/** Symbol of the token that paid a fee. The head of the column names the coin. */
const symbolOf = (token: Token | null | undefined) =>
  token ? plainUnit(token.symbol ?? token.address_hash) : ''

const hasFailed = (item: Transaction) => transactionStatus(item) === 'failed'
const columns: readonly ListColumn<Transaction>[] = [
  statusColumn(
    (item) => (hasFailedCall(item) ? 'part' : transactionStatus(item)),
    transactionStatusText,
    shownTransactionStatus,
  ),
  transactionHash((item) => item.hash),
  method(
    transactionMethod,
    (item) => (item.transaction_types ?? []).includes('contract_call'),
    shownTransactionMethod,
  ),
  blockNumber((item) => (isWaiting(item) ? $msgid('pending') : undefined)),
  age(),
  party('from'),
  party('to'),
  valueColumn(hasFailed),
  coinColumn('fee', $msgid('Fee'), coinFee, {
    width: 84,
    grow: 0.4,
    cell(item, { coin }, room) {
      const { amount, token } = paidFee(item) ?? {}
      return amountCell(amount, (token ?? coin).decimals, { room, symbol: symbolOf(token) })
    },
    text(item, { coin }) {
      const { amount = '', token } = paidFee(item) ?? {}
      return `${formatAmount(amount, (token ?? coin).decimals, '')} ${symbolOf(token)}`.trim()
    },
  }),
  worthColumn('value_then', $msgid('Value at the time, USD'), (item) => item.historic_exchange_rate),
  worthColumn('value_now', $msgid('Value now, USD'), (item) => item.exchange_rate),
  countColumn('gas_used', $msgid('Gas used'), (item) => item.gas_used, { hiddenAtFirst: true }),
  countColumn('gas_price', $msgid('Gas price, gwei'), (item) => item.gas_price, {
    hiddenAtFirst: true,
    width: 104,
    cell: (item, _, room) => amountCell(item.gas_price, 9, { room }),
    text: (item) => (item.gas_price == null ? '' : formatGwei(item.gas_price)),
  }),
  countColumn('nonce', $msgid('Nonce'), (item) => item.nonce, { hiddenAtFirst: true, width: 70 }),
]

export const addressTransactions: ListColumns<Transaction> = ofOneAddress(columns, hasFailed)

export const blockTransactions: ListColumns<Transaction> = columnsWithout(columns, 'block', 'age')

export const latestTransactions: ListColumns<Transaction> = columns
