/**
 * The client of the Chain Data Read API: asks a source for a page or a thing, and gives it in the one shape of
 * shared/chain. For anything a network or a server can do it throws `ChainglassFailure`, and nothing else.
 */
import { createHash, randomUUID } from 'node:crypto'
import { detailEndpoint, type DetailId, type DetailItem } from '#shared/lists/detail-table.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import { listEndpoint, type ListId, type ListItem } from '#shared/lists/list-table.ts'
import { ChainglassFailure, fail, ok, type Result } from '#shared/rpc/errors.ts'
import type { Cursor, SourceLimits } from '#shared/lists/page.ts'
import { sourceHost, type Source } from '#shared/source.ts'
import {
  createRequester,
  type ApiResponse,
  type RequestLogEntry,
  type Timeouts,
} from './request/requester.ts'
import { OpenBatchCounts } from './read/open-batch-counts.ts'
import { openAgents } from '#platform/http/exchange.ts'
import { checkFilters, fillPath, mergeCursor, type Filters, type Params } from './request/build-list-query.ts'
import { readDetailBody } from './read/read-detail.ts'
import { readPageBody, type PageRead } from './read/read-page.ts'
import { SharedRequests } from './request/shared-requests.ts'
import { parseBaseUrl, buildSourceUrl } from './request/request-url.ts'
import type { Priority } from './request/urgency.ts'
import { CursorLoopDetector } from './read/cursor-loops.ts'

export interface ApiClientPorts {
  /** The key set for a source, if any. It leaves this client in the request to the source's own origin and nowhere else. */
  readonly keyFor: (source: Source) => string | undefined | Promise<string | undefined>
  /** Product and version: a CDN refuses the bare name of a library. */
  readonly userAgent: string
  /** Now in ms since 1970, never going backwards. */
  readonly now?: () => number
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number
  readonly log?: (entry: RequestLogEntry) => void
  readonly timeouts?: Partial<Timeouts>
  /** Largest body read, packed and unpacked, in bytes. */
  readonly maxBytes?: number
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** `visible` unless told: what a person looks at goes before background work. */
  readonly priority?: Priority
}

/** A source that is not one yet: `baseUrl` may be typed loosely. */
export type Typed = Pick<Source, 'baseUrl'> &
  Partial<Pick<Source, 'kind' | 'chainId' | 'auth'>> & { readonly key?: string | undefined }

export interface Probe {
  /** From the question to the read answer, in ms. */
  readonly ms: number
  readonly dialect?: Dialect
  readonly limits: SourceLimits
}

export interface ApiClient {
  /** One page of a list; `cursor` is the `next` of the page before, `null` for the first. */
  readPage<Id extends ListId>(
    source: Source,
    endpoint: Id,
    params: Params,
    filters: Filters,
    cursor: Cursor | null,
    options?: RequestOptions,
  ): Promise<PageRead<ListItem<Id>>>
  /** The first page of a list; null where it is still the one that came with `had` as its version. */
  readFirstPage(
    source: Source,
    endpoint: ListId,
    params: Params,
    filters: Filters,
    had: string | undefined,
    options?: RequestOptions,
  ): Promise<PageRead | null>
  readDetail<Id extends DetailId>(
    source: Source,
    detail: Id,
    params: Params,
    options?: RequestOptions,
  ): Promise<DetailItem<Id>>
  /** As the last answer that told any; empty before. */
  limits(source: Pick<Source, 'id'>): SourceLimits
  /** Returns how to stop listening. */
  onLimits(listener: (sourceId: string, limits: SourceLimits) => void): () => void
  /** Asks what a person typed for one cheap page. No key goes there but the one given here. */
  probe(typed: Typed, options?: RequestOptions): Promise<Result<Probe>>
  /** Cancels what is under way and closes every connection. */
  close(): void
}

const TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  // Counting over a large address takes instances up to half a minute.
  headersMs: 35_000,
  idleMs: 20_000,
  budgetMs: 90_000,
  backoffMs: 400,
  tooFastMs: 1_000,
  visibleWaitMs: 5_000,
  backgroundWaitMs: 60_000,
}
const MAX_BYTES = 16 * 1024 * 1024

export function createApiClient(ports: ApiClientPorts): ApiClient {
  const now = ports.now ?? (() => performance.timeOrigin + performance.now())
  const agents = openAgents()
  const limits = new Map<string, SourceLimits>()
  const dialects = new Map<string, Dialect>()
  const listeners = new Set<(sourceId: string, limits: SourceLimits) => void>()
  const walks = new CursorLoopDetector()
  const batches = new OpenBatchCounts()
  const shared = new SharedRequests()
  const asker = createRequester({
    agents,
    now,
    userAgent: ports.userAgent,
    timeouts: { ...TIMEOUTS, ...ports.timeouts },
    maxBytes: ports.maxBytes ?? MAX_BYTES,
    random: ports.random ?? Math.random,
    log: ports.log ?? (() => undefined),
    onLimits: (sourceId, seen) => {
      limits.set(sourceId, seen)
      for (const listener of listeners) listener(sourceId, seen)
    },
  })

  /** Asks, or joins who asks the same of the same source with the same key. */
  function askAndRead<T>(
    source: Source,
    key: string | undefined,
    endpoint: string,
    url: URL,
    { signal: left, priority = 'visible', had }: RequestOptions & { readonly had?: string | undefined },
    read: (answer: ApiResponse) => T,
  ): Promise<T> {
    const account = key ? createHash('sha256').update(key).digest('base64') : ''
    const same = [source.id, source.auth, account, endpoint, url.href, had ?? ''].join(' ')
    return shared.join(same, { priority, signal: left }, async (signal, urgency) =>
      read(await asker.ask({ source, endpoint, url, key, had, urgency, signal })),
    )
  }

  async function pageOf(
    source: Source,
    key: string | undefined,
    list: ListId,
    { params, filters, cursor }: { params: Params; filters: Filters; cursor: Cursor | null },
    options: RequestOptions & { readonly had?: string | undefined },
  ): Promise<PageRead | null> {
    const endpoint = listEndpoint(list)
    const path = fillPath(endpoint.path, endpoint.params, params)
    const query = checkFilters(endpoint, filters, dialects.get(source.id) ?? source.dialect)
    const url = buildSourceUrl(source, path, mergeCursor(query, cursor, endpoint.filters))
    const walk = `${source.id} ${buildSourceUrl(source, path, query).href}`
    return askAndRead(source, key, list, url, options, ({ body, version }) => {
      if (body === null) return null
      const counted = batches.before(walk, cursor)
      const page = readPageBody(body, { list, counted, host: sourceHost(source), key })
      if (page.next) batches.keep(walk, page.next, counted)
      if (page.dialect) dialects.set(source.id, page.dialect)
      return { ...endCircle(page, walks, walk, cursor), ...(version === undefined ? {} : { version }) }
    })
  }

  return {
    async readPage<Id extends ListId>(
      source: Source,
      list: Id,
      params: Params,
      filters: Filters,
      cursor: Cursor | null,
      options: RequestOptions = {},
    ) {
      const key = await ports.keyFor(source)
      return (await pageOf(source, key, list, { params, filters, cursor }, options)) as PageRead<ListItem<Id>>
    },

    async readFirstPage(source, list, params, filters, had, options = {}) {
      const key = await ports.keyFor(source)
      return pageOf(source, key, list, { params, filters, cursor: null }, { ...options, had })
    },

    async readDetail<Id extends DetailId>(
      source: Source,
      id: Id,
      params: Params,
      options: RequestOptions = {},
    ) {
      const detail = detailEndpoint(id)
      const url = buildSourceUrl(source, fillPath(detail.path, detail.params, params), {})
      const key = await ports.keyFor(source)
      const item = await askAndRead(source, key, id, url, options, ({ body }) =>
        readDetailBody(body ?? '', detail.item, sourceHost(source)),
      )
      return item as DetailItem<Id>
    },

    limits: (source) => limits.get(source.id) ?? {},

    onLimits(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    async probe({ baseUrl, kind = 'instance', chainId, auth = 'bearer', key }, options = {}) {
      const id = `probe-${randomUUID()}`
      const coin = { symbol: '', decimals: 18 }
      try {
        const base = parseBaseUrl(baseUrl)
        const source: Source = { id, name: base, kind, baseUrl: base, chainId, auth, coin, builtIn: false }
        const first = { params: {}, filters: {}, cursor: null }
        const startedAt = now()
        const dialect = (await pageOf(source, key, 'token-transfers', first, options))?.dialect
        const ms = Math.round(now() - startedAt)
        return ok({ ms, limits: limits.get(id) ?? {}, ...(dialect ? { dialect } : {}) })
      } catch (error) {
        if (error instanceof ChainglassFailure) return fail(error.error)
        throw error
      } finally {
        limits.delete(id)
        dialects.delete(id)
      }
    },

    close() {
      shared.close()
      asker.close()
      agents.plain.destroy()
      agents.secure.destroy()
    },
  }
}

/** A cursor that was used before would give the same pages for ever: the list ends here, and says so. */
function endCircle(page: PageRead, walks: CursorLoopDetector, walk: string, sent: Cursor | null): PageRead {
  if (page.next === null || !walks.repeats(walk, sent, page.next)) return page
  const message = 'The source sends the same place in the list again, so it can not be read further.'
  return { ...page, next: null, notice: { kind: 'cursor_repeats', message } }
}
