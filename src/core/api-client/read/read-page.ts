/** Reads the text of a response as a page. */
import { itemReader, UNREAD } from '#shared/chain/item-reader.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import { listEndpoint, type ListEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Excess } from '#shared/json-bounds.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { Page, PageNotice, UnreadItem } from '#shared/lists/page.ts'
import { readErrorBody } from '../request/error-response.ts'
import { readCursor } from './cursor.ts'
import { detectDialect } from './detect-dialect.ts'
import { createItemKeys, type PageEntry } from './item-keys.ts'
import { createNotAPage, parseResponseJson } from './parse-response-json.ts'
import { redact } from '#platform/log/redact.ts'
import { createExcessFinder, readOddItem } from './unreadable-item.ts'

export interface PageContext {
  readonly list: ListId
  /** Rows counted before of a batch that continues here; holds those of this page, too, afterwards. */
  readonly counted: Map<string, number>
  readonly host: string
}

export interface PageRead<Item = unknown> extends Page<Item> {
  /** The dialect this page can only be written in; absent where it fits several. */
  readonly dialect?: Dialect
  /** Of the response, where it has one. */
  readonly etag?: string
}

/** Throws `bad_response`. A loop of cursors is not recognised here. */
export function readPageBody(body: string, { list, counted, host }: PageContext): PageRead {
  const parsed = parseResponseJson(body, host)
  const envelope = parsed.json
  if (!isObject(envelope)) throw createNotAPage('not_an_object', host)
  const notice = readNotice(envelope.meta)
  const found = envelope.items
  if (!Array.isArray(found) && (!notice || found != null)) {
    const { message } = readErrorBody(body)
    throw createNotAPage('no_items', host, message === undefined ? undefined : redact(message))
  }
  const rawItems: readonly unknown[] = Array.isArray(found) ? found : []
  if (rawItems.length > MAX_ITEMS) throw tooMany(rawItems.length, host)
  const next = readCursor(envelope.next_page_params)
  if (next === undefined) throw createNotAPage('bad_cursor', host)
  const dialect = detectDialect(list, envelope, rawItems)
  const endpoint = listEndpoint(list)
  const { entries, unread } = readItems(rawItems, endpoint, createExcessFinder(body, parsed))
  const keys = createItemKeys(endpoint, entries, counted)
  return {
    items: entries.filter((entry) => entry.wasRead).map((entry) => entry.item),
    keys,
    unread,
    next,
    ...(notice ? { notice } : {}),
    ...(dialect ? { dialect } : {}),
  }
}

/** Servers give 50, v12 up to 100. Millions of ones fit in a body, and each would be an item that can't be read. */
const MAX_ITEMS = 10_000
const tooMany = (count: number, host: string) =>
  new ChainglassFailure({
    code: 'bad_response',
    kind: 'too_large',
    reason: { kind: 'too_many_items', items: count },
    host,
  })

function readItems(
  rawItems: readonly unknown[],
  endpoint: ListEndpoint,
  findExcess: (item: unknown) => Excess | undefined,
): { entries: PageEntry[]; unread: UnreadItem[] } {
  const read = itemReader(endpoint.item)
  const unread: UnreadItem[] = []
  const entries = rawItems.map((raw, position): PageEntry => {
    const item = findExcess(raw) ? UNREAD : read(raw)
    if (item !== UNREAD) return { item, wasRead: true }
    const odd = readOddItem(raw, endpoint.item, findExcess)
    if ('item' in odd) return { item: odd.item, wasRead: true, isOdd: true }
    unread.push({ position, ...odd.unread })
    return { item: raw, wasRead: false }
  })
  return { entries, unread }
}

/** v12 says in `meta {status, message}` that a list is still being prepared, or that the server can't give it. */
function readNotice(meta: unknown): PageNotice | undefined {
  if (!isObject(meta) || typeof meta.status !== 'string') return undefined
  const { status, message } = meta
  const kind = /unsupported|unavailable|disabled|not.?(supported|available)/i.test(status)
    ? 'unsupported'
    : /pending|progress|indexing|not.?ready|waiting|partial/i.test(status)
      ? 'pending'
      : undefined
  return kind && { kind, message: redact(typeof message === 'string' && message !== '' ? message : status) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
