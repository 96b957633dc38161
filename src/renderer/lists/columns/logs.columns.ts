import { h, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { Log } from '#shared/chain/log.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import {
  argumentsText,
  decodedLine,
  undecodedLine,
  undecodedLineText,
} from '#renderer/entities/abi/decoded-line.ts'
import DecodedName from '#renderer/entities/abi/DecodedName.vue'
import { addressCell, addressText } from '#renderer/entities/address/address-cell.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { hashCell } from '#renderer/entities/transaction/hash-cell.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
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

function unknownEvent({ topics }: Log): VNode {
  const [event] = topics ?? []
  return h('span', { class: 'dim' }, [
    `${$gettext('Unknown event')} `,
    event == null
      ? h('span', { class: 'mono' }, $gettext('no topics'))
      : h('bdi', { class: 'mono', title: event, 'data-copy': event }, shortenHash(event)),
  ])
}

const argumentsCell =
  (undecoded: (log: Log, context: CellContext) => VNode | null): ListColumn<Log>['cell'] =>
  (item, context) => {
    const decoded = context.decodedLog?.(item)
    if (decoded === null) return undecoded(item, context)
    return decoded ? decodedLine(decoded, context, item.address?.hash) : null
  }

/** Of a log whose words stand below it: which code logged it, and what it lacks. */
function aboutLog({ address, topics, data }: Log): VNode | null {
  const code = address?.implementations?.find(({ name }) => name != null)?.name
  if (code != null)
    return h(
      'span',
      { class: 'dim' },
      $gettext('logged by the code of %{name}, behind this proxy', { name: plainName(code, MAX_NAME) }),
    )
  const bytes = formatCount(Math.max(0, ((data ?? '').length - 2) / 2))
  return topics?.length
    ? null
    : h('span', { class: 'dim' }, $gettext('anonymous, %{count} bytes', { count: bytes }))
}
const MAX_NAME = 40

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
    grow: 0.4,
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
    width: 190,
    grow: 0,
    narrow: { at: 'main' },
    cell: (item, { decodedLog }) => {
      const decoded = decodedLog?.(item)
      return decoded === null ? unknownEvent(item) : decoded ? h(DecodedName, { decoded }) : null
    },
    text: (item, { decodedLog }) => {
      const decoded = decodedLog?.(item)
      return decoded === null ? (item.topics?.[0] ?? '') : (decoded?.name ?? '')
    },
    sort: (item, context) => context.decodedLog?.(item)?.name.toLowerCase(),
    pick: 'method',
  },
  {
    id: 'arguments',
    label: $msgid('Arguments'),
    width: 220,
    grow: 3,
    narrow: { at: 'kind' },
    cell: argumentsCell(undecodedLine),
    text: (item, context) => {
      const decoded = context.decodedLog?.(item)
      if (decoded === null) return undecodedLineText(item)
      return decoded ? argumentsText(decoded) : ''
    },
  },
  topicColumn(0),
  ...([1, 2, 3] as const).map((nth) => topicColumn(nth, { hiddenAtFirst: true })),
  {
    id: 'data',
    label: $msgid('Data'),
    width: 92,
    grow: 0,
    hiddenAtFirst: true,
    cell: ({ data }) => (data === '0x' ? null : hashCell(data)),
    text: ({ data }) => data ?? '',
  },
]

export const addressLogs: ListColumns<Log> = columnsWithout(columns, 'contract')

/** Columns for the logs of one transaction. The words of a log are below its row. */
export const transactionLogs: ListColumns<Log> = columnsWithout(columns, 'transaction', 'block', 'age').map(
  (column) =>
    column.id === 'arguments'
      ? { ...column, cell: argumentsCell(aboutLog) }
      : column.id === 'topic0'
        ? { ...column, hiddenAtFirst: true }
        : column,
)
