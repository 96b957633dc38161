/** Reads whole lists of sources, with lower priority than requests a person waits for. */
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { throwIfCancelled } from '#shared/errors/failure.ts'
import type { Purpose } from '#shared/spending.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import { formatCursor } from '../api-client/request/cursor.ts'
import type { ListRequest } from '../archive/list-name.ts'
import { isKept, isLocal, type RowArchives } from '../archive/row-archives.ts'
import { readBehind } from './read-behind.ts'
import type { Sources } from '../sources/sources.ts'
import { pageThroughList, PagingFailure, type Paging } from './page-through-list.ts'

interface PagingRequest extends Pick<Paging, 'refreshesHead' | 'readsAgainFrom' | 'onPage'> {
  readonly list: ListRequest & { readonly filters: Filters }
  readonly purpose: Purpose
  readonly signal: AbortSignal
  /** Called with the first page of the list, as the source sent it. */
  readonly onHead?: (page: Page) => void
  /** Called before each request. An error that it throws ends the reading. */
  readonly beforeRequest?: () => void
  /** Called after each answer. */
  readonly onAnswer?: (ms: number) => void
}

export interface ListPager {
  /**
   * Reads a list. Rejects with `ChainglassFailure` (`cancelled` after an abort) and `PagingFailure`. Rows read until then
   * stay loaded.
   */
  readAll(request: PagingRequest): Promise<void>
  /** Whether lists of this source can be kept. */
  canReadAll(list: ListRequest): boolean
}

export interface ListPagerDeps {
  readonly client: Pick<ApiClient, 'readPage'>
  readonly sources: Sources
  readonly archives: RowArchives
}

export function createListPager({ client, sources, archives }: ListPagerDeps): ListPager {
  return {
    canReadAll: (list) => isKept(sources, list.source) && archives.archive.list(list) !== undefined,
    async readAll({ list: request, purpose, signal, beforeRequest, onAnswer, onHead, ...paging }) {
      const archived = archives.of(request.source, request)?.list(request)
      if (!archived) throw new PagingFailure({ kind: 'not_kept' })
      const read = (cursor: Cursor | null) =>
        readBehind({ client, sources }, request, cursor, { signal, purpose })
      const ask = isLocal(sources.get(request.source)) ? readAhead(read) : read
      await pageThroughList({
        ...paging,
        archived,
        async ask(cursor) {
          throwIfCancelled(signal)
          beforeRequest?.()
          const startedAt = performance.now()
          const page = await ask(cursor)
          onAnswer?.(performance.now() - startedAt)
          if (cursor === null) onHead?.(page)
          return page
        },
      })
    },
  }
}

/**
 * Requests the next page while one is written. Only once reading continues below its head, because new rows at the head
 * mostly fit into one page.
 */
function readAhead(read: (cursor: Cursor | null) => Promise<Page>) {
  let ahead: { readonly cursor: string; readonly page: Promise<Page> } | undefined
  return async (cursor: Cursor | null): Promise<Page> => {
    const known = cursor !== null && ahead?.cursor === formatCursor(cursor) ? ahead.page : undefined
    ahead = undefined
    const page = await (known ?? read(cursor))
    if (cursor !== null && page.next) {
      ahead = { cursor: formatCursor(page.next), page: read(page.next) }
      // The error is reported to the caller that awaits the page.
      ahead.page.catch(() => undefined)
    }
    return page
  }
}
