import type { InternalTransaction } from '#shared/chain/transaction.ts'
import { statusCell, tagCell, type Status } from '#renderer/entities/transaction/badge-cells.ts'
import { columnsWithout, type ListColumn } from './list-column.ts'
import type { ListPresentation } from './list-presentation.ts'
import { countColumn, valueColumn } from './coin-column.ts'
import { age, blockNumber, direction, party, transactionHash } from './shared-columns.ts'

const columns: readonly ListColumn<InternalTransaction>[] = [
  {
    id: 'status',
    label: 'Status',
    head: () => '',
    width: 16,
    grow: 0,
    cell: (item) => statusCell(...callStatus(item)),
    text: (item) => callStatus(item)[1],
  },
  transactionHash((item) => item.transaction_hash),
  {
    id: 'type',
    label: 'Type',
    width: 84,
    grow: 0.6,
    cell: (item) => tagCell(item.type),
    text: (item) => item.type ?? '',
    sort: (item) => item.type ?? undefined,
  },
  blockNumber(),
  age(),
  party('from'),
  direction(),
  party('to'),
  valueColumn((item) => item.success === false),
  countColumn('gas_limit', 'Gas limit', (item) => item.gas_limit, { width: 92 }),
  countColumn('index', 'Index', (item) => item.index, { hiddenAtFirst: true, width: 60 }),
]

export const addressInternalTransactions: ListPresentation<InternalTransaction> = {
  title: 'Internal',
  noun: { one: 'internal transaction', many: 'internal transactions' },
  empty: 'No contract has called this address, and it has called none, inside a transaction.',
  columns,
}

export const blockInternalTransactions: ListPresentation<InternalTransaction> = {
  title: 'Internal',
  noun: { one: 'internal transaction', many: 'internal transactions' },
  empty: 'No contract called another one in this block.',
  columns: columnsWithout(columns, 'block', 'age', 'direction'),
}

export const transactionInternalTransactions: ListPresentation<InternalTransaction> = {
  title: 'Internal',
  noun: { one: 'internal transaction', many: 'internal transactions' },
  empty: 'No contract called another one in this transaction.',
  columns: columnsWithout(columns, 'transaction', 'block', 'age', 'direction'),
}

function callStatus(item: InternalTransaction): [Status | undefined, string] {
  if (item.success == null) return [undefined, '']
  if (item.success) return ['ok', 'Success']
  return ['failed', item.error ? `Failed: ${item.error.slice(0, 120)}` : 'Failed']
}
