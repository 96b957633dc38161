import { $msgid } from '#shared/text/gettext.ts'
import type { Log } from '#shared/chain/log.ts'
import {
  decodedLine,
  decodedLineText,
  undecodedLine,
  undecodedLineText,
} from '#renderer/entities/abi/decoded-line.ts'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import { columnsWithout, type ListColumn, type ListColumns } from './list-column.ts'
import { countColumn } from './coin-column.ts'
import { age, blockNumber, transactionHash } from './shared-columns.ts'

const TOPICS = [$msgid('Topic 0'), $msgid('Topic 1'), $msgid('Topic 2'), $msgid('Topic 3')] as const
const topicColumn = (nth: 0 | 1 | 2 | 3, more: Partial<ListColumn<Log>> = {}): ListColumn<Log> => ({
  id: `topic${String(nth)}`,
  label: TOPICS[nth],
  width: 92,
  grow: 0,
  cell: ({ topics }) => hashCell(topics?.[nth]),
  text: ({ topics }) => topics?.[nth] ?? '',
  sort: ({ topics }) => topics?.[nth],
  ...more,
})

const columns: readonly ListColumn<Log>[] = [
  transactionHash((item) => item.transaction_hash, { grow: 0 }),
  countColumn('log', $msgid('Log'), (item) => item.index, {
    width: 44,
    narrow: { at: 'fact', isNamed: true },
  }),
  blockNumber(),
  age((item) => item.block_timestamp),
  {
    id: 'contract',
    label: $msgid('Contract'),
    width: 128,
    grow: 0.6,
    narrow: { at: 'main' },
    cell: (item, context) => addressCell(item.address, context),
    text: (item) => addressText(item.address),
    link: (item, { links }) => (item.address ? links.address(item.address.hash) : undefined),
    sort: (item) => item.address?.hash.toLowerCase(),
    pick: 'counterparty',
  },
  {
    id: 'event',
    label: $msgid('Event'),
    width: 220,
    grow: 3,
    narrow: { at: 'main' },
    cell: (item, context) => {
      const decoded = context.decodedLog?.(item)
      if (decoded === null) return undecodedLine(item, context)
      return decoded ? decodedLine(decoded, context, item.address?.hash) : null
    },
    text: (item, context) => {
      const decoded = context.decodedLog?.(item)
      if (decoded === null) return undecodedLineText(item)
      return decoded ? decodedLineText(decoded) : ''
    },
    sort: (item, context) => context.decodedLog?.(item)?.name.toLowerCase(),
    pick: 'method',
  },
  topicColumn(0, { narrow: { at: 'fact' } }),
  ...([1, 2, 3] as const).map((nth) => topicColumn(nth, { hiddenAtFirst: true })),
  {
    id: 'data',
    label: $msgid('Data'),
    width: 92,
    grow: 0,
    cell: ({ data }) => (data === '0x' ? null : hashCell(data)),
    text: ({ data }) => data ?? '',
  },
]

export const addressLogs: ListColumns<Log> = columnsWithout(columns, 'contract')

export const transactionLogs: ListColumns<Log> = columnsWithout(columns, 'transaction', 'block', 'age')
