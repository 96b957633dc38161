/** Responses for one chain in one dialect: a page of a list, a detail, an image. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage } from '../chain-reader.ts'
import { isDerived, readDerived } from './derived-details.ts'
import { BEHAVIOURS, wireDialect } from './dialects/dialect.ts'
import type { WireForm } from './dialects/wire-form.ts'
import { readExplorerQuery } from './explorer/explorer-query.ts'
import type { Asked } from './explorer/explorer-page.ts'
import { explorerPage, type ExplorerPageId } from './explorer/explorer-table.ts'
import { withExplorerFields } from './explorer-fields.ts'
import { readQueryParams } from './detail-query.ts'
import { type ListQueryFormat, listQueryFormat, type ParsedListQuery } from './list-query-format.ts'
import { readNarrowed } from './narrow-lists.ts'
import { type ApiResponse, csv, json, notFound, notModified } from './response.ts'
import type { Route } from './routes.ts'

export interface ChainApi {
  /** Throws InvalidParameter, and the reader's errors. */
  respond(
    route: Route,
    query: ReadonlyMap<string, string>,
    headers: IncomingHttpHeaders,
  ): Promise<ApiResponse>
  /** The chain, and example addresses: outside the specification. */
  landmarks(): Promise<ApiResponse>
  media(path: string): ApiResponse
}

export interface ChainApiOptions {
  readonly dialect: Dialect
  readonly wire: WireForm
  /** The largest page that a request may ask for; the API's limit by default. */
  readonly maxPageSize: number | undefined
  /** Part of every ETag: a restarted service may show another chain at the same height. */
  readonly serviceId: string
}

/** Anyone can create a token's image: it may not run, load or frame anything. */
const MEDIA_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

export function createChainApi(
  reader: ChainReader,
  { dialect, wire, maxPageSize, serviceId }: ChainApiOptions,
): ChainApi {
  const behaviour = BEHAVIOURS[dialect]
  const written = wireDialect(dialect, wire)
  const formats = Object.fromEntries(
    LIST_IDS.map((id) => [id, listQueryFormat(id, dialect, maxPageSize)]),
  ) as Record<ListId, ListQueryFormat>

  function envelope(id: ListId, page: ListPage, query: ParsedListQuery, read: number) {
    const { cursor } = formats[id]
    return {
      items: page.items.map(written.list[id]),
      next_page_params: page.next && {
        ...query.echo,
        ...cursor.write(page.next, query.after, read),
      },
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

  return {
    async respond(route, query, headers) {
      if (route.kind === 'list')
        return respondList(route.id, route.params, formats[route.id].read(query), headers['if-none-match'])
      if (route.kind === 'explorer')
        return respondExplorer(route.id, {
          ...{ reader, written, params: route.params },
          ...readExplorerQuery(explorerPage(route.id), query, behaviour.strictQuery),
        })
      const params = { ...route.params, ...readQueryParams(route.id, query, behaviour.strictQuery) }
      const write = written.detail[route.id]
      if (isDerived(route.id)) return json(200, write(await readDerived(reader, route.id, params)))
      const item = await reader.detail(route.id, params)
      if (item === null) return notFound()
      if (detailEndpoint(route.id).isList) return json(200, write(item.items))
      const hasPrices = headers['updated-gas-oracle'] === 'true'
      return json(
        200,
        write(
          behaviour.isOfExplorers
            ? await withExplorerFields(reader, route.id, params, item, hasPrices)
            : item,
        ),
      )
    },
    landmarks: async () => json(200, { items: await reader.landmarks(), chain: reader.chain }),
    media(path) {
      const file = reader.media?.(path) ?? null
      return file === null
        ? notFound()
        : { status: 200, type: file.type, body: file.body, headers: MEDIA_HEADERS }
    },
  }
}

async function respondExplorer(id: ExplorerPageId, asked: Asked): Promise<ApiResponse> {
  const answer = await explorerPage(id).read(asked)
  if (answer === null) return notFound()
  return typeof answer === 'string' ? csv(`${id}.csv`, answer) : json(200, answer)
}
