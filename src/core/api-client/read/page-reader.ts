import type { Dialect } from '#shared/lists/dialects.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { formatSourceHost } from '#shared/source.ts'
import type { SendAndRead, SendOptions } from '../request/api-request.ts'
import { checkFilters, mergeCursor, placeOf, type Filters, type Params } from '../request/build-list-query.ts'
import { buildSourceUrl } from '../request/request-url.ts'
import { CursorLoopDetector } from './cursor-loops.ts'
import { OpenBatchCounts } from './open-batch-counts.ts'
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
