/** Pages and single things: the contract's daily calls, answered by the API client. */
import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { PageRead } from '../api-client/read/read-page.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Sources } from '../sources/sources.ts'
import { headStreams } from './head-watch.ts'

export interface ListDeps {
  readonly client: ApiClient
  readonly sources: Sources
}

export function listHandlers({ client, sources }: ListDeps): Pick<Handlers, 'lists.page' | 'details.read'> {
  return {
    'lists.page': ({ source, list, params, filters, cursor, priority }, { signal }) =>
      reported(sources, source, async () => {
        const from = await sources.ready(source)
        return toPage(
          await client.readPage(from, list, params, filters, cursor, {
            signal,
            priority: priority ?? 'visible',
          }),
          (dialect) => {
            sources.report(source, { dialect })
          },
        )
      }),
    'details.read': ({ source, detail, params }, { signal }) =>
      reported(sources, source, async () =>
        client.readDetail(await sources.ready(source), detail, params, { signal, priority: 'visible' }),
      ),
  }
}

export const listStreams = ({ client, sources }: ListDeps): Pick<Streams, 'lists.head'> =>
  headStreams({
    kind: (id) => sources.get(id).kind,
    async readFirstPage({ source, list, params, filters }, knownEtag, signal) {
      const from = await sources.ready(source)
      const head = await client.readFirstPage(from, list, params, filters, knownEtag, {
        signal,
        priority: 'background',
      })
      return head && { page: toPage(head as PageRead<ListItem>), etag: head.etag }
    },
  })

/** What is told of a source in the status line: how its last answer went. */
async function reported<T>(sources: Sources, id: string, ask: () => Promise<T>): Promise<T> {
  const from = performance.now()
  try {
    const answer = await ask()
    sources.report(id, { last: { ok: true, ms: Math.round(performance.now() - from) } })
    return answer
  } catch (error) {
    if (error instanceof ChainglassFailure && !PERSONS_OWN.has(error.error.code)) {
      sources.report(id, { last: { ok: false, error: error.error } })
    }
    throw error
  }
}

/** Failures that say nothing of the source. */
const PERSONS_OWN = new Set(['cancelled', 'invalid_input', 'not_found'])

function toPage<Id extends ListId>(
  { dialect, etag: _etag, ...page }: PageRead<ListItem<Id>>,
  seen?: (dialect: NonNullable<PageRead['dialect']>) => void,
): Page<ListItem<Id>> {
  if (dialect) seen?.(dialect)
  return page
}
