/** Handlers of the contract for pages and single things, over the API client. */
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import { rateClassOf } from '#shared/source.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Sources } from '../sources/sources.ts'
import { firstPageStreams } from './first-page-poller.ts'

export interface ListDeps {
  readonly client: ApiClient
  readonly sources: Sources
}

export function listHandlers({ client, sources }: ListDeps): Pick<Handlers, 'lists.page' | 'details.read'> {
  return {
    'lists.page': ({ source, list, params, filters, cursor, priority }, { signal }) =>
      withReport(sources, source, async () => {
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
      withReport(sources, source, async () =>
        client.readDetail(await sources.ready(source), detail, params, { signal, priority: 'visible' }),
      ),
  }
}

export const listStreams = ({ client, sources }: ListDeps): Pick<Streams, 'lists.firstPage'> =>
  firstPageStreams({
    rateClass: (id) => rateClassOf(sources.get(id)),
    async readFirstPage({ source, list, params, filters }, knownEtag, signal) {
      const from = await sources.ready(source)
      const read = await client.readFirstPage(from, { list, params, filters }, knownEtag, {
        signal,
        priority: 'background',
      })
      return read && { page: toPage(read as PageRead<ListItem>), etag: read.etag }
    },
  })

/** Reports the result and the time of a request to its source, for the status line. */
async function withReport<T>(sources: Sources, id: string, send: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    const result = await send()
    sources.report(id, { last: { ok: true, ms: Math.round(performance.now() - startedAt) } })
    return result
  } catch (error) {
    if (error instanceof ChainglassFailure && !UNRELATED_CODES.has(error.error.code)) {
      sources.report(id, { last: { ok: false, error: error.error } })
    }
    throw error
  }
}

/** Errors that say nothing about the source. */
const UNRELATED_CODES = new Set(['cancelled', 'invalid_input', 'not_found'])

function toPage<Id extends ListId>(
  { dialect, etag: _etag, ...page }: PageRead<ListItem<Id>>,
  onDialect?: (dialect: NonNullable<PageRead['dialect']>) => void,
): Page<ListItem<Id>> {
  if (dialect) onDialect?.(dialect)
  return page
}
