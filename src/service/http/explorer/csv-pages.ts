/**
 * Lists as files of comma-separated values, as explorers offer them for download. A file that lacks rows says so in its
 * last line. Where a list is still being made, was reorganised while it was read, or can't be read far enough, there is
 * no file, and a sentence instead.
 */
import { setImmediate } from 'node:timers/promises'
import { csvLine } from '#shared/text/csv-cell.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { type ListPage, type ListRequest, NotServed, Unavailable, type WireItem } from '../../chain-reader.ts'
import { InvalidParameter } from '../invalid-parameter.ts'
import { type ExplorerRequest, searchText } from './explorer-page.ts'

/** Number of rows in a file; the newest rows are taken. */
export const MAX_CSV_ROWS = 10_000
/** Read for it, where a period leaves some out. */
const MAX_READ = 50_000
const ROWS_A_READ = 500
/** Names and data of logs are as long as a chain allows. */
const MAX_LENGTH = 64 * 1024 * 1024

/** Each column is a path in the item: `from.hash`. */
type Columns = readonly string[]
const PARTIES = ['from.hash', 'to.hash']
const AMOUNT = ['token.address_hash', 'token.symbol', 'token.type', 'total.token_id', 'total.value']

const CSV_COLUMNS = {
  'address-transactions': [
    ...['hash', 'block_number', 'timestamp', ...PARTIES, 'created_contract.hash', 'value', 'fee.value'],
    ...['status', 'method'],
  ],
  'address-token-transfers': [
    ...['transaction_hash', 'log_index', 'block_number', 'timestamp', ...PARTIES, ...AMOUNT],
    'total.decimals',
  ],
  'address-internal-transactions': [
    ...['transaction_hash', 'index', 'block_number', 'timestamp', 'type', ...PARTIES],
    ...['created_contract.hash', 'value', 'success', 'error'],
  ],
  'address-logs': [
    ...['transaction_hash', 'index', 'block_number', 'block_timestamp', 'address.hash'],
    ...['topics.0', 'topics.1', 'topics.2', 'topics.3', 'data'],
  ],
  'token-holders': ['address.hash', 'value'],
  'advanced-filters': [
    ...['hash', 'type', 'method', 'block_number', 'timestamp', ...PARTIES, 'value', ...AMOUNT, 'fee'],
  ],
} as const satisfies Partial<Record<ListId, Columns>>

/** Frontends send a day, or a time with or without its zone. */
const PERIOD = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/

export const PERIOD_FILTERS = {
  from_period: searchText('only from this day or time on', PERIOD),
  to_period: searchText('only before this day or time', PERIOD),
  filter_type: searchText('address: the value is a direction'),
  filter_value: searchText('to or from'),
} as const

export async function csvOf(
  asked: ExplorerRequest,
  id: keyof typeof CSV_COLUMNS,
  filters: ListRequest['filters'] = {},
): Promise<string | null> {
  const columns: Columns = CSV_COLUMNS[id]
  const from = periodIn(asked, 'from_period') ?? -Infinity
  const to = periodIn(asked, 'to_period') ?? Infinity
  const lines = [csvLine(columns.map((column) => column.replace(/\.hash$/, '').replaceAll('.', '_')))]
  const notices = new Set<string>()
  let after: ListPage['next'] = null
  let length = 0
  for (let read = 0; read < MAX_READ; read += ROWS_A_READ) {
    const request = { params: asked.params, filters, after, limit: ROWS_A_READ }
    const page: ListPage | null = await asked.reader.list(id, request)
    if (page === null) return null
    if (page.meta && !IN_PART.has(page.meta.status)) throw incomplete(page.meta)
    if (page.meta) notices.add(page.meta.message)
    const times = page.items.map(timeOf)
    const fitting = page.items.filter((_, at) => (times[at] ?? from) >= from && (times[at] ?? from) < to)
    for (const item of fitting.slice(0, MAX_CSV_ROWS + 1 - lines.length)) {
      const line = csvLine(columns.map((column) => cellOf(item, column)))
      length += line.length
      lines.push(line)
    }
    if (length > MAX_LENGTH)
      throw new NotServed('This file would have more than 64 MB: choose a shorter period.')
    after = page.next
    // The newest are first.
    if (after === null || lines.length > MAX_CSV_ROWS || (times.at(-1) ?? from) < from)
      return [...lines, ...[...notices].map((notice) => csvLine([`# ${notice}`]))].join('')
    // Others are answered meanwhile, and a client that left is noticed.
    await setImmediate()
    if (asked.isGone()) throw new Unavailable('Nobody waits for this file any more.')
  }
  throw new NotServed(
    `More than ${MAX_READ.toLocaleString('en')} rows would have to be read for this file: choose a later period, or another filter.`,
  )
}

/** Statuses of a list that explains what it lacks: a part of the chain, or balances that differ from the events. */
const IN_PART: ReadonlySet<string> = new Set(['partial', 'asked'])

const incomplete = ({ status, message }: NonNullable<ListPage['meta']>) =>
  status === 'pending' || status === 'reorganised' ? new Unavailable(message) : new NotServed(message)

/** Lists of calls and transfers by their direction. */
export const directionIn = ({ filters }: ExplorerRequest): ListRequest['filters'] =>
  filters.filter_type === 'address' && (filters.filter_value === 'to' || filters.filter_value === 'from')
    ? { filter: filters.filter_value }
    : {}

function periodIn({ filters }: ExplorerRequest, name: keyof typeof PERIOD_FILTERS): number | undefined {
  const given = filters[name]
  if (given === undefined) return undefined
  const time = Date.parse(String(given))
  if (Number.isNaN(time)) throw new InvalidParameter(name, 'Invalid time')
  return time
}

function timeOf(item: WireItem): number | undefined {
  const text = item.timestamp ?? item.block_timestamp
  return typeof text === 'string' ? Date.parse(text) : undefined
}

function cellOf(item: unknown, path: string): string {
  let value = item
  for (const part of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}
