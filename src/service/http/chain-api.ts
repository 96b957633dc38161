/** Responses for one chain in one dialect: a page of a list, a detail, an image. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import { detailEndpoint, type DetailId, type DerivedDetailId } from '#shared/lists/detail-table.ts'
import { growsAtHead, LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ChainReader, ListPage, ListRequest, WireItem } from '../chain-reader.ts'
import { BEHAVIOURS, wireDialect } from './dialects/dialect.ts'
import type { WireForm } from './dialects/wire-form.ts'
import { contractInFull } from './explorer/contract-fields.ts'
import { readExplorerQuery } from './explorer/explorer-query.ts'
import type { ExplorerRequest } from './explorer/explorer-page.ts'
import { explorerPage, type ExplorerPageId } from './explorer/explorer-table.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import {
  type ListQueryFormat,
  listQueryFormat,
  type ParsedListQuery,
  refuseUnknown,
} from './list-query-format.ts'
import { writeNextCursor, withoutCursor } from './next-cursor.ts'
import { readNarrowed } from './narrow-lists.ts'
import type { Changes } from './push/changes.ts'
import { newRows } from './push/new-rows.ts'
import { type ApiResponse, csv, json, notFound, notModified, notStreamed, streaming } from './response.ts'
import type { Route } from './routes.ts'

export interface ChainApi {
  /** Throws InvalidParameter, and the reader's errors. */
  respond(route: Route, query: ReadonlyMap<string, string>, request: IncomingMessage): Promise<ApiResponse>
  /** The chain, and example addresses: outside the specification. */
  suggestedAddresses(): Promise<ApiResponse>
  media(path: string): ApiResponse
}

export interface ChainApiOptions {
  readonly dialect: Dialect
  readonly wire: WireForm
  /** The largest page that a request may ask for; the API's limit by default. */
  readonly maxPageSize: number | undefined
  /** Part of every ETag: a restarted service may show another chain at the same height. */
  readonly serviceId: string
  readonly changes: Changes
}

/** Anyone can create a token's image: it may not run, load or frame anything. */
const MEDIA_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

export function createChainApi(
  reader: ChainReader,
  { dialect, wire, maxPageSize, serviceId, changes }: ChainApiOptions,
): ChainApi {
  const behaviour = BEHAVIOURS[dialect]
  const written = wireDialect(dialect, wire)
  const formats = Object.fromEntries(
    LIST_IDS.map((id) => [id, listQueryFormat(id, dialect, maxPageSize)]),
  ) as Record<ListId, ListQueryFormat>

  function envelope(id: ListId, page: ListPage, query: ParsedListQuery, read: number) {
    const { cursor } = formats[id]
    const next = page.next && { ...query.echo, ...cursor.write(page.next, query.after, read) }
    return {
      items: page.items.map(written.list[id]),
      next_page_params: next,
      ...(behaviour.isOfExplorers ? { next_cursor: writeNextCursor(next) } : {}),
      ...(behaviour.envelopeMeta && page.meta ? { meta: page.meta } : {}),
    }
  }

  async function respondList(
    id: ListId,
    params: Route['params'],
    query: ParsedListQuery,
    { headers: { 'if-none-match': knownEtag }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  ): Promise<ApiResponse> {
    const { filters, after, limit, fits } = query
    // Pending rows change without a new block.
    const hasEtag = filters.filter !== 'pending'
    const etagOf = (version: string) => `W/"${serviceId}.${version}"`
    const known = hasEtag && knownEtag !== undefined ? await reader.version?.() : undefined
    if (known !== undefined && knownEtag?.split(',').some((one) => one.trim() === etagOf(known)))
      return notModified({ etag: etagOf(known) })
    const asked = { params, filters, after, limit, isGone: () => socket.destroyed }
    const { page, read } = await readNarrowed(reader, id, asked, fits)
    if (page === null) return notFound()
    const { version } = page
    return json(
      200,
      envelope(id, page, query, read),
      hasEtag && version !== undefined ? { etag: etagOf(version) } : {},
    )
  }

  async function respondDetail(
    { id, params: inPath }: Extract<Route, { kind: 'detail' }>,
    query: ReadonlyMap<string, string>,
    headers: IncomingHttpHeaders,
  ): Promise<ApiResponse> {
    const params = { ...inPath, ...readQueryParams(id, query, behaviour.strictQuery) }
    const write = written.detail[id]
    if (isDerived(id)) return json(200, write(await readDerived(reader, id, params)))
    const item = await reader.detail(id, params)
    if (item === null) return notFound()
    if (detailEndpoint(id).isList) return json(200, write(item.items))
    const hasPrices = headers['updated-gas-oracle'] === 'true'
    return json(
      200,
      write(behaviour.isOfExplorers ? await withExplorerFields(reader, id, params, item, hasPrices) : item),
    )
  }

  return {
    async respond(route, sent, { headers, socket }) {
      const query = behaviour.isOfExplorers || route.kind === 'explorer' ? withoutCursor(sent) : sent
      if (route.kind === 'list' && headers.accept?.includes('text/event-stream'))
        return respondEvents(formats[route.id].read(query), {
          ...{ reader, changes, write: written.list[route.id] },
          ...{ id: route.id, params: route.params },
        })
      if (route.kind === 'list')
        return respondList(route.id, route.params, formats[route.id].read(query), { headers, socket })
      if (route.kind === 'explorer')
        return respondExplorer(route.id, {
          ...{ reader, written, params: route.params, isGone: () => socket.destroyed },
          ...readExplorerQuery(explorerPage(route.id), query, behaviour.strictQuery),
        })
      return respondDetail(route, query, headers)
    },
    suggestedAddresses: async () =>
      json(200, { items: await reader.suggestedAddresses(), chain: reader.chain }),
    media: (path) => respondMedia(reader.media?.(path) ?? null),
  }
}

const respondMedia = (file: ReturnType<NonNullable<ChainReader['media']>>): ApiResponse =>
  file === null ? notFound() : { status: 200, type: file.type, body: file.body, headers: MEDIA_HEADERS }

async function respondEvents(
  { filters, after, fits }: ParsedListQuery,
  { params, ...list }: Omit<Parameters<typeof newRows>[0], 'request'> & Pick<Route, 'params'>,
): Promise<ApiResponse> {
  if (!growsAtHead(list.id) || after !== null || fits !== undefined) return notStreamed()
  const stream = await newRows({ ...list, request: { params, filters } })
  return stream ? streaming(stream) : notFound()
}

async function respondExplorer(id: ExplorerPageId, asked: ExplorerRequest): Promise<ApiResponse> {
  const answer = await explorerPage(id).read(asked)
  if (answer === null) return notFound()
  return typeof answer === 'string' ? csv(`${id}.csv`, answer) : json(200, answer)
}

/**
 * The parameters of a detail that are in the query, not in the path. Throws InvalidParameter for a malformed or
 * missing one, and for an unknown one in a strict dialect.
 */
function readQueryParams(
  id: DetailId,
  query: ReadonlyMap<string, string>,
  isStrict: boolean,
): Readonly<Record<string, string>> {
  const { path, params } = detailEndpoint(id)
  const own = Object.entries(params).filter(([name]) => !path.includes(`{${name}}`))
  if (isStrict) refuseUnknown(query, new Set(own.map(([name]) => name)))
  return Object.fromEntries(
    own.map(([name, format]) => {
      const text = query.get(name)
      if (text === undefined || text === '') throw new InvalidParameter(name, `Missing field: ${name}`)
      if (!PARAM_FORMATS[format].pattern.test(text)) throw new InvalidParameter(name, 'Too long')
      return [name, text]
    }),
  )
}

type Params = Readonly<Record<string, string>>
type Derived = WireItem | readonly WireItem[]

/** The number of rows on an explorer's first page, and in the result of a quick search. */
const LENGTHS = { blocks: 4, transactions: 6, results: 50 } as const

/** The API version that clients read, which the default dialect belongs to. */
const VERSION = 'v12.0.0'

const DERIVED: Readonly<
  Record<DerivedDetailId, (reader: ChainReader, params: Params) => Promise<Derived> | Derived>
> = {
  'search-quick': (reader, { q = '' }) => beginOf(reader, 'search', LENGTHS.results, { q }),
  'search-redirect': async (reader, { q = '' }) =>
    redirectTo(q.trim().toLowerCase(), await beginOf(reader, 'search', LENGTHS.results, { q })),
  'main-page-blocks': (reader) => beginOf(reader, 'latest-blocks', LENGTHS.blocks),
  'main-page-transactions': (reader) => beginOf(reader, 'latest-transactions', LENGTHS.transactions),
  'backend-version': () => ({ backend_version: VERSION }),
  'backend-config': () => ({ chain_type: 'default', openapi_spec_folder_name: 'default' }),
}

/** Details that are derived from a chain's lists, so that both always agree, and details about the server itself. */
const isDerived = (id: DetailId): id is DerivedDetailId => Object.hasOwn(DERIVED, id)

const readDerived = (reader: ChainReader, id: DerivedDetailId, params: Params) => DERIVED[id](reader, params)

async function beginOf(
  reader: ChainReader,
  id: ListId,
  limit: number,
  filters: ListRequest['filters'] = {},
): Promise<readonly WireItem[]> {
  return (await reader.list(id, { params: {}, filters, after: null, limit }))?.items ?? []
}

/** The one thing that a complete hash, number, address or name identifies; no redirect for search words. */
function redirectTo(wanted: string, found: readonly WireItem[]): WireItem {
  for (const item of found) {
    const { type, address_hash: address, transaction_hash: transaction, block_hash: block } = item
    const is = (value: unknown) => String(value).toLowerCase() === wanted
    if (type === 'transaction' && is(transaction)) return redirect('transaction', transaction)
    if (type === 'block' && (is(block) || is(item.block_number)))
      return redirect('block', PARAM_FORMATS.transaction.pattern.test(wanted) ? block : item.block_number)
    if (type !== 'block' && type !== 'transaction' && is(address)) return redirect('address', address)
    if (type === 'ens_domain' && is((item.ens_info as WireItem | undefined)?.name))
      return redirect('address', address)
  }
  return { parameter: null, redirect: false, type: null }
}

const redirect = (type: 'address' | 'block' | 'transaction', parameter: unknown): WireItem => ({
  parameter: String(parameter),
  redirect: true,
  type,
})

/**
 * Adds the fields that v12 frontends read besides a thing's own item: they are derived from other responses of the
 * same chain. `hasPrices`: the caller accepts gas prices as objects.
 */
async function withExplorerFields(
  reader: ChainReader,
  id: DetailId,
  params: Params,
  item: WireItem,
  hasPrices: boolean,
): Promise<WireItem> {
  if (id === 'address') return { ...item, ...(await whatItHas(reader, params)) }
  // A chain that follows no node is made up, and its contracts have no code.
  if (id === 'smart-contract') return contractInFull(item, reader.progress !== undefined)
  if (id === 'chain-statistics' && hasPrices) return { ...item, gas_prices: pricesAsObjects(item) }
  return item
}

/** The tabs of an address. */
const HAS = {
  has_tokens: 'token_balances_count',
  has_token_transfers: 'token_transfers_count',
  has_logs: 'logs_count',
  has_validated_blocks: 'validations_count',
  has_beacon_chain_withdrawals: 'withdrawals_count',
} as const

async function whatItHas(reader: ChainReader, params: Params): Promise<WireItem> {
  const counts = await reader.detail('address-tab-counters', params)
  return {
    ...Object.fromEntries(Object.entries(HAS).map(([name, of]) => [name, Number(counts?.[of] ?? 0) > 0])),
    watchlist_address_id: null,
  }
}

const GAS_OF_TRANSFER = 21_000

function pricesAsObjects({ gas_prices: prices, coin_price: coin }: WireItem) {
  if (typeof prices !== 'object' || prices === null) return null
  return Object.fromEntries(
    Object.entries(prices).map(([speed, price]: [string, unknown]) => {
      if (typeof price !== 'number') return [speed, null]
      const fiat = typeof coin === 'string' ? ((price * GAS_OF_TRANSFER) / 1e9) * Number(coin) : undefined
      return [
        speed,
        {
          price,
          fiat_price: fiat?.toFixed(2) ?? null,
          wei: String(Math.round(price * 1e9)),
          // Waiting time and parts of the price are unknown.
          ...{ time: null, base_fee: null, priority_fee: null },
        },
      ]
    }),
  )
}
