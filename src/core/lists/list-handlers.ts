/** Handlers of the contract for pages and single things, over the archive and the API client. */
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { DetailRead } from '#shared/rpc/contract/lists.ts'
import { rateClassOf } from '#shared/source.ts'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { HeldDetail } from '../archive/held-details.ts'
import { reportReachability, reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { firstPageStreams } from './first-page-poller.ts'
import { isUnavailable, pagesByWayOf } from './read-through.ts'

export interface ListDeps {
  readonly client: ApiClient
  readonly sources: Sources
  readonly archive: Archive
}

export function listHandlers({
  client,
  sources,
  archive,
}: ListDeps): Pick<Handlers, 'lists.page' | 'details.read'> {
  const pages = pagesByWayOf(archive)
  return {
    'lists.page': (input, { signal }) => {
      const { source, list, params, filters, priority = 'visible' } = input
      const ask = (cursor: (typeof input)['cursor']) =>
        reportResponse(sources, source, async () => {
          const read = await client.readPage(
            await sources.ready(source),
            { list, params, filters, cursor },
            { signal, priority },
          )
          if (read.dialect) sources.report(source, { dialect: read.dialect })
          return toPage(read)
        })
      return (isKept(sources, source) ? pages.read(input, ask) : ask(input.cursor)) as Promise<Page<ListItem>>
    },
    'details.read': async (input, { signal }) => {
      const { source, detail, params, refresh = false } = input
      const keeps = isKept(sources, source)
      const held = refresh || !keeps ? undefined : archive.detail(input)
      if (held) return toDetailRead(held)
      try {
        const item = await reportResponse(sources, source, async () =>
          client.readDetail(await sources.ready(source), detail, params, { signal, priority: 'visible' }),
        )
        if (keeps) archive.writeDetail(input, item)
        return { item }
      } catch (error) {
        if (!keeps || !(error instanceof ChainglassFailure) || !isUnavailable(error.error)) throw error
        const last = archive.detail(input)
        if (!last) throw error
        return toDetailRead(last, error.error)
      }
    },
  }
}

export function listStreams({ client, sources, archive }: ListDeps): Pick<Streams, 'lists.firstPage'> {
  const pages = pagesByWayOf(archive)
  return firstPageStreams({
    rateClass: (id) => rateClassOf(sources.get(id)),
    async readFirstPage(request, knownEtag, signal) {
      const { source, list, params, filters } = request
      const read = await reportReachability(sources, source, async () =>
        client.readFirstPage(await sources.ready(source), { list, params, filters }, knownEtag, {
          signal,
          priority: 'background',
          purpose: 'polling',
        }),
      )
      if (!read) return null
      const page = toPage(read)
      if (isKept(sources, source)) pages.keepFirst(request, page)
      return { page: page, etag: read.etag }
    },
  })
}

/** The sample chain and the index of a node are on this machine already. */
export const isKept = (sources: Sources, id: string) => {
  const { kind } = sources.get(id)
  return kind === 'instance' || kind === 'pro'
}

const toDetailRead = ({ item, readAt }: HeldDetail, failure?: ChainglassError): DetailRead => ({
  item: item as DetailRead['item'],
  kept: { readAt, ...(failure ? { failure } : {}) },
})

export const toPage = ({ dialect: _dialect, etag: _etag, ...page }: PageRead): Page => page
