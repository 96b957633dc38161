/**
 * A client of the Chain Data Read API for any program: it reads every dialect as Chainglass does, over `fetch`, and needs
 * neither Node nor a browser.
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

/** What the path of a list names, such as `{ address_hash: '0x…' }`. */
export type ListParams<Id extends ListId> = { readonly [Name in keyof (typeof LISTS)[Id]['params']]: string }
/** What the server filters a list by, such as `{ filter: 'to' }`. */
export type ListFilters<Id extends ListId> = {
  readonly [Name in keyof (typeof LISTS)[Id]['filters']]?:
    | ((typeof LISTS)[Id]['filters'][Name] extends infer Of extends Filter ? FilterValue<Of> : never)
    | undefined
}
/** What the path of a thing names, and what it is searched by. */
export type DetailParams<Id extends DetailId> = {
  readonly [Name in keyof (typeof DETAILS)[Id]['params']]: string
}

interface ListOptions<Id extends ListId> {
  readonly filters?: ListFilters<Id>
  /** The `next` of a page, to go on after it, be it days later. */
  readonly cursor?: Cursor | null | undefined
  readonly signal?: AbortSignal
}

/** With `params` wherever the path of the list names anything. */
export type ListQuery<Id extends ListId> = ListOptions<Id> &
  (keyof ListParams<Id> extends never
    ? { readonly params?: ListParams<Id> }
    : { readonly params: ListParams<Id> })

/** What follows the name of a list: nothing need, where its path names nothing. */
type Query<Id extends ListId> = keyof ListParams<Id> extends never
  ? [query?: ListQuery<Id>]
  : [query: ListQuery<Id>]

/** Every function rejects with `ApiFailure`, and with nothing else. */
export interface Client {
  /** One page. */
  page<Id extends ListId>(list: Id, ...query: Query<Id>): Promise<Page<ListItem<Id>>>
  /**
   * Every page from `cursor` on, one after another. Rows that a page repeats of the one before are left out. Where the server sends a page
   * again and again (`cursor_repeats`) it rejects after the last one that is new.
   */
  pages<Id extends ListId>(list: Id, ...query: Query<Id>): AsyncGenerator<Page<ListItem<Id>>, void, undefined>
  /** Every row that can be read. */
  items<Id extends ListId>(list: Id, ...query: Query<Id>): AsyncGenerator<ListItem<Id>, void, undefined>
  /** One thing in full. */
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
    // Null is the answer to an ETag, and none was sent.
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

  // What each list takes and gives is said by the types of `Client`; here all are alike.
  return { page, pages, items, detail } as Client
}

type Params = Readonly<Record<string, string>>

interface AnyQuery {
  readonly params?: Params
  readonly filters?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly cursor?: Cursor | null | undefined
  readonly signal?: AbortSignal
}

/** What is thrown before anything is sent is a rejection, too. */
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
