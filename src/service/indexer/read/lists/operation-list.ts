import { KNOWN_ENTRY_POINTS, OPERATION_EVENT } from '#shared/abi/user-operations.ts'
import type { SqlDialect } from '#platform/sql-dialect.ts'
import { together } from '#platform/unanswered.ts'
import type { ListPage, ListRequest } from '../../../chain-reader.ts'
import { operationItem } from '../../../operation-item.ts'
import { hexToBytes } from '../../model/hex.ts'
import type { LaterIndex } from '../../store/schema.ts'
import { unknownAddress } from '../address-items.ts'
import { toPage } from '../page.ts'
import { requirePrepared } from '../prepared.ts'
import type { ReadContext } from '../read-context.ts'
import { FIRST_TOPIC, LOG_ROWS, logItem, logPosition, positionBefore, type LogRow } from './log-lists.ts'

/** Where an address stands among the topics of the event, after the first. */
const PLACES = {
  sender: { index: 'log_of_topic_3', place: 'substr(topics, 33, 32)' },
  paymaster: { index: 'log_of_topic_4', place: 'substr(topics, 65, 32)' },
} as const satisfies Record<string, { readonly index: LaterIndex; readonly place: string }>

/**
 * `/addresses/{hash}/user-operations`, newest first. Only the EntryPoints of the standard's makers count: any other
 * contract can log operations that nobody sent.
 */
export function operationsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const { filters, after, limit, params } = request
  const { database } = context.store
  const { index, place } = PLACES[filters.filter === 'paymaster' ? 'paymaster' : 'sender']
  const word = hexToBytes(`0x${(params.address_hash ?? '').slice(2).padStart(64, '0')}`)
  // One without a paymaster has zeros there.
  if (word.every((byte) => byte === 0)) return { items: [], next: null }
  const entryPoints = together(KNOWN_ENTRY_POINTS.map((hash) => () => context.addressOf(hash) ?? [])).flat()
  requirePrepared(
    database,
    entryPoints.map((id) => ({ index, from: 'log WHERE address = ?', values: [id] })),
    'Finding the operations of an account',
  )
  // An EntryPoint logs little but this event: its topic is no way to find the few of one account.
  const operations = ({ withoutIndex }: SqlDialect) =>
    `${LOG_ROWS} WHERE address = ? AND ${withoutIndex('topic')} = ${FIRST_TOPIC} AND ${place} = ? AND position < ? ORDER BY position DESC LIMIT ?`
  const found = together(
    entryPoints.map(
      (id) => () =>
        database.all<LogRow>(
          operations,
          id,
          hexToBytes(OPERATION_EVENT),
          word,
          positionBefore(after),
          limit + 1,
        ),
    ),
  )
  const rows = found.flat().sort((one, other) => other.position - one.position)
  context.load(rows)
  const nameOf = (hash: string) => {
    const id = context.addressOf(hash)
    return id === null ? unknownAddress(hash) : context.addresses.item(id)
  }
  return toPage(rows, limit, {
    item: (row) => ({
      ...operationItem(logItem(context, row), nameOf),
      bundler: context.addresses.optionalItem(context.transactionOfLog(row.position).sender),
    }),
    position: logPosition,
  })
}
