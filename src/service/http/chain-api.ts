/** Responses for one chain in one dialect: a page of a list, a detail, an image. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import { growsAtHead, LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage } from '../chain-reader.ts'
import { isDerived, readDerived } from './derived-details.ts'
import { BEHAVIOURS, wireDialect } from './dialects/dialect.ts'
import type { WireForm } from './dialects/wire-form.ts'
import { readExplorerQuery } from './explorer/explorer-query.ts'
import type { ExplorerRequest } from './explorer/explorer-page.ts'
import { explorerPage, type ExplorerPageId } from './explorer/explorer-table.ts'
import { withExplorerFields } from './explorer-fields.ts'
import { readQueryParams } from './detail-query.ts'
import { type ListQueryFormat, listQueryFormat, type ParsedListQuery } from './list-query-format.ts'
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
    knownEtag: string | undefined,
  ): Promise<ApiResponse> {
    const { filters, after, limit, fits } = query
    // Pending rows change without a new block.
    const hasEtag = filters.filter !== 'pending'
    const etagOf = (version: string) => `W/"${serviceId}.${version}"`
    const known = hasEtag && knownEtag !== undefined ? await reader.version?.() : undefined
    if (known !== undefined && knownEtag?.split(',').some((one) => one.trim() === etagOf(known)))
      return notModified({ etag: etagOf(known) })
    const { page, read } = await readNarrowed(reader, id, { params, filters, after, limit }, fits)
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
        return respondList(route.id, route.params, formats[route.id].read(query), headers['if-none-match'])
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
