/**
 * The client of the Chain Data Read API: requests a page or a single thing from a source, and returns it in the
 * common form of shared/chain. For any problem of a network or a server it throws only `ChainglassFailure`.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import { detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import { fail, ok, type Result } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { createEmitter } from '#shared/emitter.ts'
import type { Cursor, SourceLimits } from '#shared/lists/page.ts'
import { authOf, formatSourceHost, type ReadySource } from '#shared/source.ts'
import { closeAgents, openAgents } from '#platform/http/agents.ts'
import { RequestPriority } from '#platform/rate-limiter/request-priority.ts'
import { createSharedTasks } from '#platform/shared-tasks.ts'
import { createPageReader } from './read/page-reader.ts'
import { readDetailBody } from './read/read-detail.ts'
import type { PageRead } from './read/read-page.ts'
import { fillPath, queryParams, type Filters, type Params } from './request/build-list-query.ts'
import type { RequestOptions, SendAndRead } from './request/api-request.ts'
import { buildSourceUrl, parseBaseUrl } from './request/request-url.ts'
import { createRequester, type RequestLogEntry, type Timeouts } from './request/requester.ts'

/** Keeps a core from repeating a request that crashed it. A request is identified by its endpoint and URL. */
export interface CrashGuard {
  /** Whether responses to this request crashed the core too often. */
  isBlocked(request: string): boolean
  /** Calls `read`, which reads the response to this request, and returns or throws its result. */
  run<T>(request: string, read: () => T): T
}

const NO_CRASH_GUARD: CrashGuard = { isBlocked: () => false, run: (_, read) => read() }

export interface ApiClientPorts {
  /** The key of a source, if it has one. It is sent only to the source's own origin. */
  readonly keyFor: (source: ReadySource) => string | undefined | Promise<string | undefined>
  /** Product and version: a CDN refuses a library's default name. */
  readonly userAgent: string
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number
  readonly log?: (entry: RequestLogEntry) => void
  readonly crashGuard?: CrashGuard
  readonly timeouts?: Partial<Timeouts>
}

/** A source or a candidate, whose `baseUrl` may be as a person typed it. */
type ProbeTarget = ReadySource & { readonly key?: string | undefined }

interface ProbeResult {
  /** The time from the request to the page. */
  readonly ms: number
  readonly dialect?: Dialect
  readonly limits: SourceLimits
}

interface PageQuery<Id extends ListId = ListId> {
  readonly list: Id
  readonly params?: Params
  readonly filters?: Filters
  readonly pageSize?: number | undefined
  /** The `next` of the previous page; null or absent for the first page. */
  readonly cursor?: Cursor | null
}
const FIRST_PAGE = { params: {}, filters: {}, cursor: null } as const

export interface ApiClient {
  readPage<Id extends ListId>(
    source: ReadySource,
    query: PageQuery<Id>,
    options?: RequestOptions,
  ): Promise<PageRead<ListItem<Id>>>
  /** The first page of a list; null if it is unchanged since `knownEtag`. */
  readFirstPage(
    source: ReadySource,
    query: Omit<PageQuery, 'cursor'>,
    knownEtag: string | undefined,
    options?: RequestOptions,
  ): Promise<PageRead | null>
  readDetail<Id extends DetailId>(
    source: ReadySource,
    detail: Id,
    params: Params,
    options?: RequestOptions,
  ): Promise<DetailItem<Id>>
  /** The limits in the last response that named any; empty before. */
  limits(source: Pick<ReadySource, 'id'>): SourceLimits
  /** Returns a function that removes the listener. */
  onLimits(listener: (sourceId: string, limits: SourceLimits) => void): () => void
  /** Requests one cheap page from a typed URL. Only the given key is sent. */
  probe(target: ProbeTarget, options?: RequestOptions): Promise<Result<ProbeResult>>
  /** Cancels running and waiting requests, and closes every connection. */
  close(): void
}

const TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  // Instances take up to half a minute to count over a large address.
  headersMs: 35_000,
  idleMs: 20_000,
  totalMs: 90_000,
  backoffMs: 400,
  rateLimitBackoffMs: 1_000,
  maxVisiblePauseMs: 5_000,
  maxBackgroundPauseMs: 60_000,
}
const MAX_BYTES = 16 * 1024 * 1024

export function createApiClient(ports: ApiClientPorts): ApiClient {
  const limits = createLimits()
  const { send, close } = createSender(ports, limits.report)
  const pages = createPageReader(send)

  return {
    async readPage<Id extends ListId>(
      source: ReadySource,
      query: PageQuery<Id>,
      options: RequestOptions = {},
    ) {
      const key = await ports.keyFor(source)
      const page = await pages.read({ ...FIRST_PAGE, ...query, ...options, source, key })
      return page as PageRead<ListItem<Id>>
    },
    async readFirstPage(source, query, knownEtag, options = {}) {
      const key = await ports.keyFor(source)
      return pages.read({ ...FIRST_PAGE, ...query, ...options, source, key, knownEtag })
    },
    async readDetail<Id extends DetailId>(
      source: ReadySource,
      id: Id,
      params: Params,
      options?: RequestOptions,
    ) {
      const detail = detailEndpoint(id)
      const path = fillPath(detail.path, detail.params, params)
      const url = buildSourceUrl(source, path, queryParams(detail.path, params))
      const key = await ports.keyFor(source)
      const item = await send({ ...options, source, key, endpoint: id, url }, ({ body }) =>
        readDetailBody(body ?? '', id, formatSourceHost(source)),
      )
      return item as DetailItem<Id>
    },
    limits: limits.of,
    onLimits: limits.on,
    async probe({ key, ...target }, options = {}) {
      // The id is not a source's: the limits and the dialect of the response are not kept.
      const id = `probe-${randomUUID()}`
      try {
        const source: ReadySource = { ...target, id, baseUrl: parseBaseUrl(target.baseUrl) }
        const first = { list: 'token-transfers', params: {}, filters: {}, cursor: null } as const
        const startedAt = performance.now()
        const dialect = (await pages.read({ ...options, source, key, ...first }))?.dialect
        const ms = Math.round(performance.now() - startedAt)
        return ok({ ms, limits: limits.of({ id }), ...(dialect ? { dialect } : {}) })
      } catch (error) {
        if (error instanceof ChainglassFailure) return fail(error.error)
        throw error
      } finally {
        limits.forget(id)
        pages.forget(id)
      }
    },
    close,
  }
}

/** Sends requests, and deduplicates identical ones of the same source with the same key. */
function createSender(
  ports: ApiClientPorts,
  onLimits: (sourceId: string, limits: SourceLimits) => void,
): { readonly send: SendAndRead; readonly close: () => void } {
  const { crashGuard = NO_CRASH_GUARD } = ports
  const agents = openAgents()
  const shared = createSharedTasks(() => new RequestPriority('background'))
  const requester = createRequester({
    agents,
    now: () => performance.now(),
    userAgent: ports.userAgent,
    timeouts: { ...TIMEOUTS, ...ports.timeouts },
    maxBytes: MAX_BYTES,
    random: ports.random ?? Math.random,
    log: ports.log ?? (() => undefined),
    onLimits,
  })
  return {
    send(
      {
        source,
        key,
        endpoint,
        url,
        knownEtag,
        purpose = 'looking',
        priority: asked = 'visible',
        signal: ownSignal,
        texts = false,
      },
      read,
    ) {
      const account = key ? createHash('sha256').update(key).digest('base64') : ''
      const id = [
        ...[source.id, authOf(source) ?? '', account, endpoint, url.href, knownEtag ?? ''],
        ...(texts ? ['texts'] : []),
      ].join(' ')
      const name = `${endpoint} ${url.href}`
      // A visible request raises the priority of the same request if that is in flight in the background.
      const join = (priority: RequestPriority) => {
        priority.raise(asked)
      }
      return shared.run(id, { signal: ownSignal, join }, async (signal, priority) => {
        if (crashGuard.isBlocked(name))
          throw new ChainglassFailure({ code: 'forbidden', byWhom: 'chainglass', reason: 'crashes_core' })
        const request = { source, key, account, endpoint, url, knownEtag, priority, purpose, signal }
        const response = await requester.send(request)
        return crashGuard.run(name, () => read(response))
      })
    },
    close() {
      shared.abortAll()
      requester.close()
      closeAgents(agents)
    },
  }
}

/** The limits that sources last named. */
function createLimits() {
  const bySource = new Map<string, SourceLimits>()
  const changes = createEmitter<{ readonly sourceId: string; readonly limits: SourceLimits }>()
  return {
    of: ({ id }: Pick<ReadySource, 'id'>) => bySource.get(id) ?? {},
    report: (sourceId: string, limits: SourceLimits) => {
      bySource.set(sourceId, limits)
      changes.emit({ sourceId, limits })
    },
    forget: (id: string) => bySource.delete(id),
    on: (listener: (sourceId: string, limits: SourceLimits) => void) =>
      changes.on(({ sourceId, limits }) => {
        listener(sourceId, limits)
      }),
  }
}
