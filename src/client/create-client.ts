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
import type { ReadySource } from '#shared/source.ts'
import { createPageReader } from '#core/api-client/read/page-reader.ts'
import { readDetailBody } from '#core/api-client/read/read-detail.ts'
import { fillPath, queryParams } from '#core/api-client/request/build-list-query.ts'
import { buildSourceUrl, parseBaseUrl } from '#core/api-client/request/request-url.ts'
import type { ClientOptions } from './client-options.ts'
import { createSender } from './send.ts'

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
