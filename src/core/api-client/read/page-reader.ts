import type { Dialect } from '#shared/lists/dialects.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { formatSourceHost } from '#shared/source.ts'
import type { SendAndRead, SendOptions } from '../request/api-request.ts'
import { checkFilters, mergeCursor, placeOf, type Filters, type Params } from '../request/build-list-query.ts'
import { buildSourceUrl } from '../request/request-url.ts'
import { formatCursor } from '../request/cursor.ts'
import { readPageBody, type PageRead } from './read-page.ts'

export interface PageRequest extends Omit<SendOptions, 'endpoint' | 'url'> {
  readonly list: ListId
  readonly params: Params
  readonly filters: Filters
  readonly cursor: Cursor | null
  /** The wanted number of rows, if the list and its server accept one; the server may return fewer. */
  readonly pageSize?: number | undefined
}

/** Reads pages, and remembers what one page says about the next: the dialect, cursors, open batches. */
export function createPageReader(send: SendAndRead) {
  const dialects = new Map<string, Dialect>()
  const loops = new CursorLoopDetector()
  const batches = new OpenBatchCounts()

  /** Null if the page is unchanged since `knownEtag`. */
  function read({
    list,
    params,
    filters,
    cursor,
    pageSize,
    ...request
  }: PageRequest): Promise<PageRead | null> {
    const { source } = request
    const endpoint = listEndpoint(list)
    const checked = checkFilters(endpoint, filters, dialects.get(source.id) ?? source.dialect)
    const { path, query } = placeOf(endpoint, params, checked)
    if (pageSize !== undefined && endpoint.filters[PAGE_SIZE]) query[PAGE_SIZE] = String(pageSize)
    const url = buildSourceUrl(source, path, mergeCursor(query, cursor, endpoint.filters))
    const listId = `${source.id} ${buildSourceUrl(source, path, query).href}`
    return send({ ...request, endpoint: list, url }, ({ body, etag }) => {
      if (body === null) return null
      const counted = batches.before(listId, cursor)
      const page = readPageBody(body, {
        ...{ list, counted, host: formatSourceHost(source) },
        texts: request.texts,
      })
      if (page.next) batches.keep(listId, page.next, counted)
      if (page.dialect) dialects.set(source.id, page.dialect)
      const isLoop = page.next !== null && loops.isRepeated(listId, cursor, page.next)
      return { ...(isLoop ? endAtLoop(page) : page), ...(etag === undefined ? {} : { etag }) }
    })
  }

  return { read, forget: (sourceId: string) => dialects.delete(sourceId) }
}

/** A repeated cursor would give the same pages forever: reading ends there, with a notice. */
function endAtLoop(page: PageRead): PageRead {
  return { ...page, next: null, notice: { kind: 'cursor_repeats' } }
}

/** The number of cursors for all lists together; each takes about 300 bytes. */
const MAX_CURSORS = 2_000
/** The longest loop that is recognised, in pages. */
const MAX_LOOP = 32

/**
 * Recognises a list whose cursors form a loop. For each cursor it stores the cursor whose page contained it; a cursor
 * among the predecessors of the one that was sent was used before. The first page has no predecessors.
 */
class CursorLoopDetector {
  readonly #predecessors = new LruCache<string, string | null>({ maxSize: MAX_CURSORS })

  /** Whether `next`, received for `sent`, was used before on the way to it. Otherwise stores the step. */
  isRepeated(list: string, sent: Cursor | null, next: Cursor): boolean {
    const from = sent === null ? null : `${list} ${formatCursor(sent)}`
    const to = `${list} ${formatCursor(next)}`
    let predecessor: string | null | undefined = from
    for (let step = 0; step < MAX_LOOP && predecessor != null; step += 1) {
      if (predecessor === to) return true
      predecessor = this.#predecessors.get(predecessor)
    }
    this.#predecessors.set(to, from)
    return false
  }
}

/** The number of pages that end inside a batch, for all lists together. */
const MAX_OPEN = 200

/**
 * A page may end inside an ERC-1155 batch, and the same id may be before and after the cut. Neither the rows nor the
 * cursor say how often it came before: servers read a batch from its end, and leave positions out. So the counts are
 * stored by the cursor that continues there. If they are no longer known, counting begins at zero.
 */
class OpenBatchCounts {
  readonly #counts = new LruCache<string, ReadonlyMap<string, number>>({ maxSize: MAX_OPEN })

  /** The counts before the page that `after` requests. */
  before(list: string, after: Cursor | null): Map<string, number> {
    return new Map(after === null ? [] : this.#counts.get(`${list} ${formatCursor(after)}`))
  }

  /** Stores the counts that belong to the batch that `next` continues, if it does. */
  keep(list: string, next: Cursor, counted: ReadonlyMap<string, number>) {
    const batch = openBatch(next)
    if (batch === null) return
    const ofBatch = [...counted].filter(([identity]) => identity.startsWith(`${batch}:`))
    this.#counts.set(`${list} ${formatCursor(next)}`, new Map(ofBatch))
  }
}

/** The prefix that the identities of a batch's rows share, in the table's format. */
function openBatch({ batch_transaction_hash: transaction, batch_log_index: log }: Cursor): string | null {
  return typeof transaction === 'string' && log != null ? `${transaction.toLowerCase()}:${String(log)}` : null
}
