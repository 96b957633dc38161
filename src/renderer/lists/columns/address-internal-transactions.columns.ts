import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { InternalTransaction } from '#shared/chain/transaction.ts'
import { tagCell, type Status } from '#renderer/entities/transaction/badge-cells.ts'
import { columnsWithout, type ListColumn, type ListColumns } from './list-column.ts'
import { countColumn, valueColumn } from './coin-column.ts'
import { age, blockNumber, ofOneAddress, party, statusColumn, transactionHash } from './shared-columns.ts'

const hasFailed = ({ success }: InternalTransaction) => success === false
const columns: readonly ListColumn<InternalTransaction>[] = [
  statusColumn(callStatus, statusText, shownStatus),
  transactionHash((item) => item.transaction_hash),
  {
    id: 'type',
    label: $msgid('Type'),
    width: 84,
    grow: 0.6,
    narrow: { at: 'kind' },
    cell: (item) => tagCell(item.type),
    text: (item) => item.type ?? '',
    sort: (item) => item.type ?? undefined,
  },
  blockNumber(),
  age(),
  party('from'),
  party('to'),
  valueColumn(hasFailed),
  countColumn('gas_limit', $msgid('Gas limit'), (item) => item.gas_limit, { width: 92 }),
  countColumn('index', $msgid('Index'), (item) => item.index, { hiddenAtFirst: true, width: 60 }),
]

export const addressInternalTransactions: ListColumns<InternalTransaction> = ofOneAddress(columns, hasFailed)

export const blockInternalTransactions: ListColumns<InternalTransaction> = columnsWithout(
  columns,
  'block',
  'age',
)

export const transactionInternalTransactions: ListColumns<InternalTransaction> = columnsWithout(
  columns,
  'transaction',
  'block',
  'age',
)

function callStatus({ success }: InternalTransaction): Status | undefined {
  if (success == null) return undefined
  return success ? 'ok' : 'failed'
}
const reasonOf = ({ error }: InternalTransaction) => (error ? error.slice(0, 120) : undefined)

/** The status in English, for copies. */
function statusText(item: InternalTransaction): string {
  const reason = reasonOf(item)
  if (item.success == null) return ''
  if (item.success) return 'Success'
  return reason === undefined ? 'Failed' : `Failed: ${reason}`
}

function shownStatus(item: InternalTransaction): string {
  const reason = reasonOf(item)
  if (item.success == null) return ''
  if (item.success) return $gettext('Success')
  return reason === undefined ? $gettext('Failed') : $gettext('Failed: %{reason}', { reason })
}
