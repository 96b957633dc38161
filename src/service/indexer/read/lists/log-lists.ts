import { together } from '#platform/unanswered.ts'
import type { Hex } from 'viem'
import type { ListPage, ListRequest, Position, WireItem } from '../../../chain-reader.ts'
import { hexToBytes, toHex } from '../../model/hex.ts'
import type { IndexDatabase } from '../../store/index-database.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import { markLog } from '../mark-invalid.ts'
import { readInteger, toPage } from '../page.ts'
import { requirePrepared } from '../prepared.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'
import { transactionByHash } from './transaction-lists.ts'
import type { TransactionRow } from '../transaction-rows.ts'

export interface LogRow {
  readonly position: number
  readonly address: number
  readonly first: Uint8Array | null
  readonly topics: Uint8Array
  readonly data: Uint8Array
}

export const LOG_ROWS = `SELECT position, address, t.hash AS first, topics, data
  FROM log LEFT JOIN topic t ON t.id = log.topic`

/** `/addresses/{hash}/logs`: what this contract logged, newest first, optionally with one topic only. */
export function logsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const { filters, after, limit } = request
  const address = context.addressOf(request.params.address_hash)
  if (address === null) return { items: [], next: null }
  const before = positionBefore(after)
  const { database } = context.store
  const rows =
    typeof filters.topic === 'string'
      ? positionsWithTopic(database, { address, topic: filters.topic, before, limit: limit + 1 }).flatMap(
          (position) => database.get<LogRow>(`${LOG_ROWS} WHERE position = ?`, position) ?? [],
        )
      : database.all<LogRow>(
          `${LOG_ROWS} WHERE address = ? AND position < ? ORDER BY position DESC LIMIT ?`,
          address,
          before,
          limit + 1,
        )
  context.load(rows)
  return toPage(rows, limit, { item: (row) => logItem(context, row), position: logPosition })
}

/** The position that the rows of a page are below. */
export function positionBefore(after: Position | null): number {
  const height = readInteger(after?.block_number)
  const index = readInteger(after?.index)
  return height === null || index === null ? Number.MAX_SAFE_INTEGER : positionOf(height, index)
}

interface TopicQuery {
  readonly address: number
  readonly topic: string
  readonly before: number
  readonly limit: number
}

/** The first topic by its id, the three others by where they stand in the bytes of the row. */
export const FIRST_TOPIC = '(SELECT id FROM topic WHERE hash = ?)'
const OTHER_TOPICS = [1, 33, 65].map((start) => `substr(topics, ${String(start)}, 32)`)

/** A topic stands in any of four places: each has its own query, so that a rare topic is found as quickly as a common one. */
function positionsWithTopic(
  database: IndexDatabase,
  { address, topic, before, limit }: TopicQuery,
): readonly number[] {
  // Without the index, all logs of the contract would be read for each topic.
  const from = { from: 'log WHERE address = ?', values: [address] }
  requirePrepared(
    database,
    TOPIC_INDEXES.map((index) => ({ index, ...from })),
    'Finding the logs of this contract by their topics',
  )
  const conditions = [`topic = ${FIRST_TOPIC}`, ...OTHER_TOPICS.map((place) => `${place} = ?`)]
  const found = conditions.flatMap((condition) =>
    database.all<{ position: number }>(
      `SELECT position FROM log WHERE address = ? AND ${condition} AND position < ? ORDER BY position DESC LIMIT ?`,
      address,
      hexToBytes(topic),
      before,
      limit,
    ),
  )
  return [...new Set(found.map(({ position }) => position))].sort((a, b) => b - a).slice(0, limit)
}

const TOPIC_INDEXES = ['log_of_topic_1', 'log_of_topic_2', 'log_of_topic_3', 'log_of_topic_4'] as const

/** `/transactions/{hash}/logs`: in the order they were logged; null for an unknown transaction. */
export function logsOfTransaction(context: ReadContext, request: ListRequest): ListPage | null {
  const transaction = transactionByHash(context, request.params.transaction_hash ?? '')
  if (!transaction) return null
  const index = readInteger(request.after?.index)
  const start =
    index === null ? transaction.first_log : positionOf(heightOf(transaction.first_log), index + 1)
  const rows = logRowsOf(context, transaction, start, request.limit + 1)
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => logItem(context, row),
    position: logPosition,
  })
}

/** The first logs of one transaction. */
export const firstLogsOfTransaction = (
  context: ReadContext,
  row: TransactionRow,
  limit: number,
): WireItem[] => {
  const logs = logRowsOf(context, row, row.first_log, limit)
  context.load(logs)
  return together(logs.map((log) => () => logItem(context, log)))
}

const logRowsOf = (
  { store }: ReadContext,
  { first_log: first, logs }: TransactionRow,
  start: number,
  limit: number,
): LogRow[] =>
  store.database.all<LogRow>(
    `${LOG_ROWS} WHERE position >= ? AND position < ? ORDER BY position LIMIT ?`,
    Math.max(start, first),
    first + logs,
    limit,
  )

export const logPosition = (row: LogRow): Position => ({
  block_number: heightOf(row.position),
  index: indexOf(row.position),
})

export function logItem(context: ReadContext, row: LogRow): WireItem {
  const { store, addresses, abis } = context
  const height = heightOf(row.position)
  const block = context.block(height)
  const transaction = context.transactionOfLog(row.position)
  const topics = row.first === null ? [] : [toHex(row.first), ...splitWords(row.topics)]
  const data = toHex(row.data)
  const item = {
    index: indexOf(row.position),
    transaction_hash: transaction.hash,
    block_hash: block.hash,
    block_number: height,
    block_timestamp: formatTimestamp(block.timestamp),
    address: addresses.item(row.address),
    smart_contract: addresses.optionalItem(transaction.receiver),
    topics,
    data,
    decoded: abis.decodeEvent(topics as Hex[], data as Hex, store.addresses.hashOf(row.address)),
  }
  return markLog(
    item,
    { transaction: transaction.index, log: row.position - transaction.firstLog },
    block.invalidFields,
  )
}

const WORD_BYTES = 32
const splitWords = (bytes: Uint8Array): string[] =>
  Array.from({ length: bytes.length / WORD_BYTES }, (_, index) =>
    toHex(bytes.subarray(index * WORD_BYTES, (index + 1) * WORD_BYTES)),
  )
