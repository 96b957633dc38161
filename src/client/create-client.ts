/**
 * A client of the Chain Data Read API for any program: it reads every dialect as Chainglass does, over `fetch`, and
 * needs neither Node nor a browser.
 */
import type { DetailItem } from '#shared/lists/detail-items.ts'
import { detailEndpoint, type DetailId, type DETAILS } from '#shared/lists/detail-table.ts'
import type { Filter, FilterValue } from '#shared/lists/filters.ts'
import type { ListId, ListItem, LISTS } from '#shared/lists/list-table.ts'
import { filterRows, type Cursor, type Page } from '#shared/lists/page.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import type { ReadySource, Auth } from '#shared/source.ts'
import { createPageReader } from '#core/api-client/read/page-reader.ts'
import { readDetailBody } from '#core/api-client/read/read-detail.ts'
import type { SendAndRead, SendOptions } from '#core/api-client/request/api-request.ts'
import { fillPath, queryParams } from '#core/api-client/request/build-list-query.ts'
import { createResponseError } from '#core/api-client/request/error-response.ts'
import { buildSourceUrl, parseBaseUrl, createCredentials } from '#core/api-client/request/request-url.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure, throwIfCancelled } from '#shared/errors/failure.ts'

/** The path parameters of a list, such as `{ address_hash: '0x…' }`. */
export type ListParams<Id extends ListId> = { readonly [Name in keyof (typeof LISTS)[Id]['params']]: string }
/** The filters that the server applies to a list, such as `{ filter: 'to' }`. */
export type ListFilters<Id extends ListId> = {
  readonly [Name in keyof (typeof LISTS)[Id]['filters']]?:
    | ((typeof LISTS)[Id]['filters'][Name] extends infer Of extends Filter ? FilterValue<Of> : never)
    | undefined
}
/** The path and query parameters of a detail. */
export type DetailParams<Id extends DetailId> = {
  readonly [Name in keyof (typeof DETAILS)[Id]['params']]: string
}

interface ListOptions<Id extends ListId> {
  readonly filters?: ListFilters<Id>
  /** The `next` of an earlier page, of any age, to continue after it. */
  readonly cursor?: Cursor | null | undefined
  readonly signal?: AbortSignal
}

/** The query of a list; `params` is required if the list's path has parameters. */
export type ListQuery<Id extends ListId> = ListOptions<Id> &
  (keyof ListParams<Id> extends never
    ? { readonly params?: ListParams<Id> }
    : { readonly params: ListParams<Id> })

/** The parameters after the list's name: optional if the list's path has no parameters. */
type Query<Id extends ListId> = keyof ListParams<Id> extends never
  ? [query?: ListQuery<Id>]
  : [query: ListQuery<Id>]

/** Every function rejects only with `ApiFailure`. */
export interface Client {
  page<Id extends ListId>(list: Id, ...query: Query<Id>): Promise<Page<ListItem<Id>>>
  /**
   * Reads every page from `cursor` on, one after another, without rows that repeat the previous page. If the server
   * repeats a page (`cursor_repeats`), it rejects after the last new one.
   */
  pages<Id extends ListId>(list: Id, ...query: Query<Id>): AsyncGenerator<Page<ListItem<Id>>, void, undefined>
  /** Reads every row, without unreadable ones. */
  items<Id extends ListId>(list: Id, ...query: Query<Id>): AsyncGenerator<ListItem<Id>, void, undefined>
  /** Reads one thing in full. */
  detail<Id extends DetailId>(
    detail: Id,
    params: DetailParams<Id>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<DetailItem<Id>>
}

export function createClient(options: ClientOptions): Client {
  const source = sourceOf(options)
  const send = createSender(options)
  const reader = createPageReader(send)
  const common = (signal: AbortSignal | undefined) => ({ source, key: options.key, signal })

  async function page(list: ListId, query: AnyQuery = {}): Promise<Page<ListItem>> {
    const { params = {}, filters = {}, cursor = null, signal } = query
    // Null would answer an ETag, and none was sent.
    return (await reader.read({ ...common(signal), list, params, filters, cursor })) as Page<ListItem>
  }

  async function* pages(list: ListId, query: AnyQuery = {}) {
    let cursor: Cursor | null = query.cursor ?? null
    let known: ReadonlySet<string> = new Set()
    do {
      const read = await page(list, { ...query, cursor })
      const isNew = read.keys.map((key) => !known.has(key))
      yield {
        ...read,
        ...(filterRows(
          read,
          (_, at) => isNew[at] === true,
          () => true,
        ) as Pick<Page<ListItem>, 'items' | 'unread'>),
        keys: read.keys.filter((_, at) => isNew[at]),
      }
      failAtLoop(read)
      known = new Set(read.keys)
      cursor = read.next
    } while (cursor !== null)
  }

  async function* items(list: ListId, query?: AnyQuery) {
    for await (const { items: rows } of pages(list, query)) yield* rows
  }

  function detail<Id extends DetailId>(
    id: Id,
    params: Params,
    { signal }: { readonly signal?: AbortSignal } = {},
  ) {
    const { path, params: formats } = detailEndpoint(id)
    return rejecting(() => {
      const url = buildSourceUrl(source, fillPath(path, formats, params), queryParams(path, params))
      return send(
        { ...common(signal), endpoint: id, url },
        ({ body }) => readDetailBody(body ?? '', id, url.host) as DetailItem<Id>,
      )
    })
  }

  // The types of `Client` say what each list takes and returns; the implementation is the same for all.
  return { page, pages, items, detail } as Client
}

type Params = Readonly<Record<string, string>>

interface AnyQuery {
  readonly params?: Params
  readonly filters?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly cursor?: Cursor | null | undefined
  readonly signal?: AbortSignal
}

/** Turns an exception before the request into a rejection. */
const rejecting = async <T>(work: () => Promise<T>): Promise<T> => work()

function sourceOf({ baseUrl, chainId, auth = 'bearer' }: ClientOptions): ReadySource {
  const shared = {
    id: 'source',
    name: 'source',
    coin: { symbol: '', decimals: 18 },
    builtIn: false,
    baseUrl: parseBaseUrl(baseUrl),
    auth,
  }
  return chainId === undefined
    ? { ...shared, kind: 'instance' }
    : { ...shared, kind: 'pro', account: 'source', chainId }
}

const TIMEOUT_MS = 60_000
const MAX_BYTES = 16 * 1024 * 1024
/** Some servers with protection refuse the default name of Node's fetch. */
const USER_AGENT = 'chainglass-client'
const MAX_RETRIES = 3
const MAX_RETRY_AFTER_MS = 60_000
/** The delay after a 429 that names none. */
const RETRY_AFTER_MS = 1_000

/** Makes one request over `fetch`, with limits of time and size. No error contains a URL with the key. */
function createSender({
  key,
  auth = 'bearer',
  timeoutMs = TIMEOUT_MS,
  headers: own = {},
  maxRetries = MAX_RETRIES,
  fetch = globalThis.fetch,
}: ClientOptions): SendAndRead {
  const { headers, query } = createCredentials(auth, key)
  const given = { 'user-agent': USER_AGENT, accept: 'application/json', ...lowerCase(own), ...headers }

  async function send(url: URL, signal: AbortSignal | undefined): Promise<string> {
    const whole = new URL(url)
    for (const [name, value] of Object.entries(query)) whole.searchParams.set(name, value)
    const timeout = AbortSignal.timeout(timeoutMs)
    return request(
      async () => {
        const response = await fetch(whole, {
          headers: given,
          // Only the authorization header is removed automatically on a redirect to another host.
          redirect: key === undefined ? 'follow' : 'error',
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        })
        const text = await readText(response, url.host)
        if (response.ok) return text
        const retryAfter = Number(response.headers.get('retry-after') ?? NaN)
        throw new ChainglassFailure(
          createResponseError({
            status: response.status,
            body: text,
            host: url.host,
            key,
            retryAfterMs: Number.isFinite(retryAfter) ? Math.max(0, retryAfter * 1000) : RETRY_AFTER_MS,
          }),
        )
      },
      { signal, timeout, timeoutMs, host: url.host },
    )
  }

  return async ({ url, signal }, read) => {
    for (let retries = 0; ; retries += 1) {
      try {
        return read({ body: await send(url, signal) })
      } catch (error) {
        const waitMs = waitBeforeRetry(error)
        if (waitMs === undefined || retries >= maxRetries) throw error
        await pause(waitMs, signal)
      }
    }
  }
}

/** Undefined if a retry would not help, or would have to wait too long. */
function waitBeforeRetry(error: unknown): number | undefined {
  if (!(error instanceof ChainglassFailure) || error.error.code !== 'rate_limited') return undefined
  const { retryAfterMs } = error.error
  return retryAfterMs <= MAX_RETRY_AFTER_MS ? retryAfterMs : undefined
}

/** Rejects with `cancelled`. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    if (signal?.aborted) end()

    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
  throwIfCancelled(signal)
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

interface Bounds {
  readonly signal: SendOptions['signal']
  readonly timeout: AbortSignal
  readonly timeoutMs: number
  readonly host: string
}

async function request(work: () => Promise<string>, bounds: Bounds): Promise<string> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ChainglassFailure ? error : new ChainglassFailure(whyNot(bounds), { cause: error })
  }
}

function whyNot({ signal, timeout, timeoutMs, host }: Bounds): ChainglassError {
  if (signal?.aborted) return { code: 'cancelled' }
  if (timeout.aborted) return { code: 'timeout', afterMs: timeoutMs, host }
  return { code: 'offline', host }
}

async function readText(response: Response, host: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  if (!response.body) return text
  for await (const part of response.body) {
    bytes += part.byteLength
    // Leaving the loop ends the connection.
    if (bytes > MAX_BYTES) throw new ChainglassFailure({ code: 'bad_response', kind: 'too_large', host })
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

export interface ClientOptions {
  /** The URL of an instance, or of a server of many chains: `https://eth.blockscout.com`. */
  readonly baseUrl: string
  /** The decimal chain id, for a server of many chains. */
  readonly chainId?: string
  readonly key?: string
  /** How the key is sent; `bearer` by default. */
  readonly auth?: Auth
  /** The time limit of a request in ms; 60 s by default. */
  readonly timeoutMs?: number
  /** Headers of every request, such as a `user-agent` that names the program (browsers send their own). */
  readonly headers?: Readonly<Record<string, string>>
  /** The maximal number of retries after a 429, if the server says when to retry; 3 by default. */
  readonly maxRetries?: number
  readonly fetch?: typeof globalThis.fetch
}
