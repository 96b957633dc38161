/** Reads the text of a response as a page. */
import type * as z from 'zod/mini'
import { itemReader, UNREAD } from '#shared/chain/item-reader.ts'
import { withOwnText } from '#shared/lists/own-text.ts'
import { type Dialect, DIALECTS } from '#shared/lists/dialects.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { listEndpoint, type ListId, cursorKeys } from '#shared/lists/list-table.ts'
import type { ExceededLimit } from '#shared/json-bounds.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Page, SourceNotice, UnreadItem } from '#shared/lists/page.ts'
import { isRecord } from '#shared/is-record.ts'
import { readErrorBody } from '../request/error-response.ts'
import { readCursor } from '../request/cursor.ts'
import { createItemKeys, type PageEntry } from './item-keys.ts'
import { itemTexts } from './item-texts.ts'
import { createNotAPage, parseResponseJson } from './parse-response-json.ts'
import { redact, removeKey } from '#platform/log/redact.ts'
import { createExcessFinder, readInvalidItem } from './unreadable-item.ts'

export interface PageContext {
  readonly list: ListId
  /** Counts of a batch that continues here from earlier pages; this page's rows are added. */
  readonly counted: Map<string, number>
  readonly host: string
  /** Whether each item carries its own JSON (`own-text.ts`). */
  readonly texts?: boolean | undefined
}

export interface PageRead<Item = unknown> extends Page<Item> {
  /** The only dialect that fits this page; absent if several fit. */
  readonly dialect?: Dialect
  /** The response's ETag, if it has one. */
  readonly etag?: string
}

/** Throws `bad_response`. Does not recognise loops of cursors. */
export function readPageBody(
  body: string,
  { list, counted, host, texts: hasTexts = false }: PageContext,
): PageRead {
  const parsed = parseResponseJson(body, host)
  const envelope = parsed.json
  if (!isRecord(envelope)) throw createNotAPage('not_an_object', host)
  const found = envelope.items
  const notice = readNotice(envelope.meta, Array.isArray(found) ? envelope.message : undefined)
  const saysWhy = notice !== undefined && notice.kind !== 'message'
  if (!Array.isArray(found) && (!saysWhy || found != null)) {
    const { message } = readErrorBody(body)
    throw createNotAPage('no_items', host, message === undefined ? undefined : redact(message))
  }
  const rawItems: readonly unknown[] = Array.isArray(found) ? found : []
  if (rawItems.length > MAX_ITEMS) throw tooMany(rawItems.length, host)
  const next = readCursor(envelope.next_page_params)
  if (next === undefined) throw createNotAPage('bad_cursor', host)
  const dialect = detectDialect(list, envelope, rawItems)
  const endpoint = listEndpoint(list)
  const { entries, unread } = readItems(rawItems, listItem(list), createExcessFinder(body, parsed))
  const keys = createItemKeys(endpoint, entries, counted)
  const texts = hasTexts ? itemTexts(body) : []
  return {
    items: entries.flatMap(({ item, wasRead, isInvalid = false }, at) =>
      wasRead ? [withText(item, texts[at], isInvalid)] : [],
    ),
    keys,
    unread: unread.map((one) => {
      const text = texts[one.position]
      return text === undefined ? one : { ...one, text: removeKey(text) }
    }),
    next,
    ...(notice ? { notice } : {}),
    ...(dialect ? { dialect } : {}),
  }
}

/**
 * Keeps the source's letters of an item. Text that looks like a key is removed from unreadable items, as it is
 * everywhere.
 */
const withText = (item: unknown, text: string | undefined, isInvalid: boolean): unknown =>
  text === undefined ? item : withOwnText(item as object, isInvalid ? removeKey(text) : text)

/**
 * Servers send 50 items, v12 up to 100. A body can contain millions of ones, and each would be an unreadable item.
 */
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
  schema: z.core.$ZodType,
  findExceededLimit: (item: unknown) => ExceededLimit | undefined,
): { entries: PageEntry[]; unread: UnreadItem[] } {
  const read = itemReader(schema)
  const unread: UnreadItem[] = []
  const entries = rawItems.map((raw, position): PageEntry => {
    const item = findExceededLimit(raw) ? UNREAD : read(raw)
    if (item !== UNREAD) return { item, wasRead: true }
    const invalid = readInvalidItem(raw, schema, findExceededLimit)
    if ('item' in invalid) return { item: invalid.item, wasRead: true, isInvalid: true }
    unread.push({ position, ...invalid.unread })
    return { item: raw, wasRead: false }
  })
  return { entries, unread }
}

/**
 * A server's message besides the rows: in `meta {status, message}` (v12; the status is a word or a number), or in the
 * page's `message`. A success message is ignored.
 */
function readNotice(meta: unknown, beside: unknown): SourceNotice | undefined {
  const { status, message = beside } = isRecord(meta) ? meta : {}
  const [word, words] = [textOf(status), textOf(message)]
  if (ALL_IS_WELL.test(word)) return undefined
  const all = `${word} ${words}`
  const kind = /unsupported|unavailable|disabled|not.?(supported|available)/i.test(all)
    ? 'unsupported'
    : /pending|progress|indexing|indexed|processed|not.?ready|waiting|partial/i.test(all)
      ? 'pending'
      : 'message'
  const said = words === '' && kind !== 'message' ? word : words
  return said === '' || ALL_IS_WELL.test(said) ? undefined : { kind, message: redact(said) }
}

const ALL_IS_WELL = /^(ok|success|completed?|done)\W*$/i
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

type Raw = Readonly<Record<string, unknown>>

/**
 * Detects the dialect of a response, if it contains something that only one dialect has. `undefined` if the page fits
 * several: then the known dialect stays.
 */
function detectDialect(list: ListId, envelope: Raw, items: readonly unknown[]): Dialect | undefined {
  // Older servers' cursors equal the specification's, so the items' keys are examined first.
  return fromItem(list, asRaw(items[0])) ?? fromEnvelope(list, envelope)
}

function fromItem(list: ListId, item: Raw | undefined): Dialect | undefined {
  if (!item) return undefined
  const { dialectKeys } = listEndpoint(list)
  const token = asRaw(item.token)
  if (token && 'address' in token && !('address_hash' in token)) return 'legacy'
  return DIALECTS.find((dialect) => dialectKeys[dialect]?.item?.some((key) => key in item))
}

function fromEnvelope(list: ListId, envelope: Raw): Dialect | undefined {
  if (asRaw(envelope.meta)) return 'v12'
  const cursor = asRaw(envelope.next_page_params)
  if (!cursor) return undefined
  const { dialectKeys } = listEndpoint(list)
  return (
    DIALECTS.find((dialect) => dialectKeys[dialect]?.cursor?.some((key) => key in cursor)) ??
    fromCursor(list, cursor)
  )
}

/** The dialect with the most cursor keys, of those whose keys are all in this cursor; undefined if two have equally many. */
function fromCursor(list: ListId, cursor: Raw): Dialect | undefined {
  const fitting = DIALECTS.map((dialect) => ({ dialect, keys: cursorKeys(list, dialect) }))
    .filter(
      ({ keys }) => keys.every((key) => key in cursor) && keys.includes(PAGE_SIZE) === PAGE_SIZE in cursor,
    )
    .sort((one, other) => other.keys.length - one.keys.length)
  const [best, next] = fitting
  return best && best.keys.length !== next?.keys.length ? best.dialect : undefined
}

const asRaw = (value: unknown): Raw | undefined => (isRecord(value) ? value : undefined)
