/** Responses for one chain in one dialect: a page of a list, a detail, an image. */
import type { Dialect } from '#shared/lists/dialects.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage } from '../chain-reader.ts'
import { isDerived, readDerived } from './derived-details.ts'
import { BEHAVIOURS, wireDialect } from './dialects/dialect.ts'
import type { WireForm } from './dialects/wire-form.ts'
import { readQueryParams } from './detail-query.ts'
import { type ListQueryFormat, listQueryFormat, type ParsedListQuery } from './list-query-format.ts'
import { type ApiResponse, json, notFound, notModified } from './response.ts'
import type { Route } from './routes.ts'

export interface ChainApi {
  /** `knownEtag`: the `if-none-match` of the request. Throws InvalidParameter, and what the reader throws. */
  respond(
    route: Route,
    query: ReadonlyMap<string, string>,
    knownEtag: string | undefined,
  ): Promise<ApiResponse>
  /** Which chain this is, and addresses for a first look: outside the specification. */
  landmarks(): Promise<ApiResponse>
  media(path: string): ApiResponse
}

export interface ChainApiOptions {
  readonly dialect: Dialect
  readonly wire: WireForm
  /** That a request may ask for; as many as the API says, unless given. */
  readonly maxPageSize: number | undefined
  /** Part of every ETag: a service that is started again may show another chain at the same height. */
  readonly serviceId: string
}

/** Anyone can make a token's image: nothing in it may run, load or frame. */
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

  function envelope(id: ListId, page: ListPage, query: ParsedListQuery) {
    const { cursor } = formats[id]
    return {
      items: page.items.map(written.list[id]),
      next_page_params: page.next && {
        ...query.echo,
        ...cursor.write(page.next, query.after, page.items.length),
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
    const { filters, after, limit } = query
    // What is pending changes without a block.
    const hasEtag = filters.filter !== 'pending'
    const etagOf = (version: string) => `W/"${serviceId}.${version}"`
    const known = hasEtag && knownEtag !== undefined ? await reader.version?.() : undefined
    if (known !== undefined && knownEtag?.split(',').some((one) => one.trim() === etagOf(known)))
      return notModified({ etag: etagOf(known) })
    const page = await reader.list(id, { params, filters, after, limit })
    if (page === null) return notFound()
    const { version } = page
    return json(
      200,
      envelope(id, page, query),
      hasEtag && version !== undefined ? { etag: etagOf(version) } : {},
    )
  }

  return {
    async respond(route, query, knownEtag) {
      if (route.kind === 'list')
        return respondList(route.id, route.params, formats[route.id].read(query), knownEtag)
      const params = { ...route.params, ...readQueryParams(route.id, query, behaviour.strictQuery) }
      const write = written.detail[route.id]
      if (isDerived(route.id)) return json(200, write(await readDerived(reader, route.id, params)))
      const item = await reader.detail(route.id, params)
      if (item === null) return notFound()
      return json(200, write(detailEndpoint(route.id).isList ? item.items : item))
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
