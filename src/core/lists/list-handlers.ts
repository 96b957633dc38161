/** Handlers of the contract for pages and single things, over the API client. */
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import { rateClassOf } from '#shared/source.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { reportReachability, reportResponse } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { firstPageStreams } from './first-page-poller.ts'

export interface ListDeps {
  readonly client: ApiClient
  readonly sources: Sources
}

export function listHandlers({ client, sources }: ListDeps): Pick<Handlers, 'lists.page' | 'details.read'> {
  return {
    'lists.page': ({ source, list, params, filters, cursor, priority }, { signal }) =>
      reportResponse(sources, source, async () => {
        const from = await sources.ready(source)
        return toPage(
          await client.readPage(
            from,
            { list, params, filters, cursor },
            { signal, priority: priority ?? 'visible' },
          ),
          (dialect) => {
            sources.report(source, { dialect })
          },
        )
      }),
    'details.read': ({ source, detail, params }, { signal }) =>
      reportResponse(sources, source, async () =>
        client.readDetail(await sources.ready(source), detail, params, { signal, priority: 'visible' }),
      ),
  }
}

export const listStreams = ({ client, sources }: ListDeps): Pick<Streams, 'lists.firstPage'> =>
  firstPageStreams({
    rateClass: (id) => rateClassOf(sources.get(id)),
    async readFirstPage({ source, list, params, filters }, knownEtag, signal) {
      const read = await reportReachability(sources, source, async () =>
        client.readFirstPage(await sources.ready(source), { list, params, filters }, knownEtag, {
          signal,
          priority: 'background',
          purpose: 'polling',
        }),
      )
      return read && { page: toPage(read as PageRead<ListItem>), etag: read.etag }
    },
  })

function toPage<Id extends ListId>(
  { dialect, etag: _etag, ...page }: PageRead<ListItem<Id>>,
  onDialect?: (dialect: NonNullable<PageRead['dialect']>) => void,
): Page<ListItem<Id>> {
  if (dialect) onDialect?.(dialect)
  return page
}
