/**
 * A client of the Chain Data Read API for any program: it reads every dialect as Chainglass does, over `fetch`, and needs
 * neither Node nor a browser.
 */
import type { DetailItem } from '#shared/lists/detail-items.ts'
import { detailEndpoint, type DetailId } from '#shared/lists/detail-table.ts'
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { failAtLoop } from '#shared/rpc/fail-at-loop.ts'
import type { ReadySource } from '#shared/source.ts'
import { createPageReader } from '#core/api-client/read/page-reader.ts'
import { readDetailBody } from '#core/api-client/read/read-detail.ts'
import { fillPath, queryParams } from '#core/api-client/request/build-list-query.ts'
import { buildSourceUrl, parseBaseUrl } from '#core/api-client/request/request-url.ts'
import type { ClientOptions } from './client-options.ts'
import { createSender } from './send.ts'

export interface ListQuery {
  /** What the path of the list names, such as `{ address_hash: '0x…' }`. */
  readonly params?: Readonly<Record<string, string>>
  /** What the server filters by, such as `{ filter: 'to' }`. */
  readonly filters?: Readonly<Record<string, string | number | boolean | readonly string[]>>
  readonly signal?: AbortSignal
}

/** `cursor`: the `next` of a page, to go on after it, be it days later. */
export interface PageQuery extends ListQuery {
  readonly cursor?: Cursor | null | undefined
}

/** Every function rejects with `ApiFailure`, and with nothing else. */
export interface Client {
  /** One page. */
  page<Id extends ListId>(list: Id, query?: PageQuery): Promise<Page<ListItem<Id>>>
  /**
   * Every page from `cursor` on, one after another. Rows that a page repeats of the one before are left out. Where the server sends a page
   * again and again (`cursor_repeats`) it rejects after the last one that is new.
   */
  pages<Id extends ListId>(list: Id, query?: PageQuery): AsyncGenerator<Page<ListItem<Id>>, void, undefined>
  /** Every row that can be read. */
  items<Id extends ListId>(list: Id, query?: PageQuery): AsyncGenerator<ListItem<Id>, void, undefined>
  /** One thing in full. */
  detail<Id extends DetailId>(
    detail: Id,
    params: Readonly<Record<string, string>>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<DetailItem<Id>>
}

export function createClient(options: ClientOptions): Client {
  const source = sourceOf(options)
  const send = createSender(options)
  const reader = createPageReader(send)
  const common = (signal: AbortSignal | undefined) => ({ source, key: options.key, signal })

  const client: Client = {
    async page<Id extends ListId>(list: Id, query: PageQuery = {}) {
      const { params = {}, filters = {}, cursor = null, signal } = query
      const page = await reader.read({ ...common(signal), list, params, filters, cursor })
      // Null is the answer to an ETag, and none was sent.
      return page as Page<ListItem<Id>>
    },
    async *pages(list, query = {}) {
      let cursor: Cursor | null = query.cursor ?? null
      let known: ReadonlySet<string> = new Set()
      do {
        const page: Awaited<ReturnType<typeof client.page<typeof list>>> = await client.page(list, {
          ...query,
          cursor,
        })
        const isNew = page.keys.map((key) => !known.has(key))
        yield {
          ...page,
          items: page.items.filter((_, at) => isNew[at]),
          keys: page.keys.filter((_, at) => isNew[at]),
        }
        failAtLoop(page)
        known = new Set(page.keys)
        cursor = page.next
      } while (cursor !== null)
    },
    async *items(list, query) {
      for await (const { items } of client.pages(list, query)) yield* items
    },
    detail<Id extends DetailId>(detail: Id, params: Readonly<Record<string, string>>, given = {}) {
      const { path, params: formats } = detailEndpoint(detail)
      const { signal } = given as { readonly signal?: AbortSignal }
      return rejecting(() => {
        const url = buildSourceUrl(source, fillPath(path, formats, params), queryParams(path, params))
        return send(
          { ...common(signal), endpoint: detail, url },
          ({ body }) => readDetailBody(body ?? '', detail, url.host) as DetailItem<Id>,
        )
      })
    },
  }
  return client
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
