import type { Transaction } from '#shared/chain/transaction.ts'
import { amountCell } from '#renderer/ui/amount-cell.ts'
import { statusCell, type Status } from '#renderer/ui/badge-cells.ts'
import type { GridColumn } from '#renderer/ui/grid-column.ts'
import { formatAmount, formatGwei } from '#shared/units.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import { age, blockNumber, direction, method, party, transactionHash } from './shared-columns.ts'
import { amountSort } from './amount-sort.ts'

export const addressTransactionsColumns: readonly GridColumn<Transaction>[] = [
  {
    id: 'status',
    label: 'Status',
    head: () => '',
    width: 16,
    grow: 0,
    cell: (item) => statusCell(...transactionStatus(item)),
    text: (item) => transactionStatus(item)[1],
  },
  transactionHash((item) => item.hash),
  method(transactionMethod, (item) => (item.transaction_types ?? []).includes('contract_call')),
  blockNumber('pending'),
  age(),
  party('from'),
  direction(),
  party('to'),
  {
    id: 'value',
    label: 'Value',
    head: ({ coin }) => `Value, ${coin.symbol}`,
    width: 104,
    grow: 0.9,
    align: 'end',
    cell: (item, { coin }) => amountCell(item.value, coin.decimals),
    text: (item, { coin }) => (item.value == null ? '' : formatAmount(item.value, coin.decimals, '')),
    sort: (item) => amountSort(item.value),
  },
  {
    id: 'fee',
    label: 'Fee',
    head: ({ coin }) => `Fee, ${coin.symbol}`,
    width: 84,
    grow: 0.2,
    align: 'end',
    cell: (item, { coin }) => amountCell(item.fee?.value, coin.decimals),
    text: (item, { coin }) =>
      item.fee?.value == null ? '' : formatAmount(item.fee.value, coin.decimals, ''),
    sort: (item) => amountSort(item.fee?.value),
  },
  {
    id: 'gas_used',
    label: 'Gas used',
    width: 84,
    grow: 0,
    align: 'end',
    hiddenAtFirst: true,
    cell: (item) => (item.gas_used == null ? null : formatCount(item.gas_used)),
    text: (item) => item.gas_used ?? '',
    sort: (item) => amountSort(item.gas_used),
  },
  {
    id: 'gas_price',
    label: 'Gas price, gwei',
    width: 100,
    grow: 0,
    align: 'end',
    hiddenAtFirst: true,
    cell: (item) => amountCell(item.gas_price, 9),
    text: (item) => (item.gas_price == null ? '' : formatGwei(item.gas_price)),
    sort: (item) => amountSort(item.gas_price),
  },
  {
    id: 'nonce',
    label: 'Nonce',
    width: 70,
    grow: 0,
    align: 'end',
    hiddenAtFirst: true,
    cell: (item) => (item.nonce == null ? null : formatCount(item.nonce)),
    text: (item) => (item.nonce == null ? '' : String(item.nonce)),
    sort: (item) => item.nonce ?? undefined,
  },
]

/** Its state and how it is said. A failed one carries the instance's own reason. */
export function transactionStatus(item: Transaction): [Status | undefined, string] {
  if (item.status === 'ok') return ['ok', 'Success']
  if (item.status === 'error') {
    const reason = item.result && item.result !== 'error' ? `: ${item.result.slice(0, 120)}` : ''
    return ['failed', `Failed${reason}`]
  }
  if (item.result === 'dropped/replaced') return ['failed', 'Dropped or replaced']
  if (item.block_number == null) return ['waiting', 'Pending']
  if (item.result === 'awaiting_internal_transactions')
    return ['waiting', 'Success, internal calls are being read']
  return item.result === 'success' ? ['ok', 'Success'] : ['waiting', 'State not known']
}

/** The method's name; where nothing was called, what happened instead. */
export function transactionMethod(item: Transaction): string {
  if (item.method) return item.method
  const types = item.transaction_types ?? []
  if (types.includes('contract_creation') || (!item.to && item.created_contract)) return 'Contract creation'
  if (types.includes('token_transfer')) return 'Token transfer'
  if (types.includes('coin_transfer') || item.raw_input === '0x') return 'Coin transfer'
  return item.raw_input?.slice(0, 10) ?? ''
}
