/** Walks through lists of sources, behind everything that a person looks at. */
import type { Page } from '#shared/lists/page.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import type { Purpose } from '#shared/spending.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { ListRequest } from '../archive/held-list.ts'
import type { RowArchives } from '../archive/row-archives.ts'
import { isKept, largePages, toPage } from '../lists/list-handlers.ts'
import { reportReachability } from '../sources/report-response.ts'
import type { Sources } from '../sources/sources.ts'
import { walkList, WalkFailure, type Walk } from './walk-list.ts'

interface WalkRequest extends Pick<Walk, 'refreshesHead' | 'readsAgainFrom' | 'onPage'> {
  readonly list: ListRequest & { readonly filters: Filters }
  readonly purpose: Purpose
  readonly signal: AbortSignal
  /** Gets the first page of the list, as its source gave it. */
  readonly onHead?: (page: Page) => void
  /** Before each request. What it throws ends the walk. */
  readonly beforeRequest?: () => void
  /** After each that was answered. */
  readonly onAnswer?: (ms: number) => void
}

export interface ListWalker {
  /**
   * Rejects with `ChainglassFailure` (`cancelled` after its end by `signal`) and `WalkFailure`. What was read until then
   * is held.
   */
  walk(request: WalkRequest): Promise<void>
  /** Whether a list of this source can be kept at all. */
  canWalk(list: ListRequest): boolean
}

export interface ListWalkerDeps {
  readonly client: Pick<ApiClient, 'readPage'>
  readonly sources: Sources
  readonly archives: RowArchives
}

export function createListWalker({ client, sources, archives }: ListWalkerDeps): ListWalker {
  return {
    canWalk: (list) => isKept(sources, list.source) && archives.archive.list(list) !== undefined,
    async walk({ list: request, purpose, signal, beforeRequest, onAnswer, onHead, ...walk }) {
      const { source, list, params, filters } = request
      const held = archives.of(source)?.list(request)
      if (!held) throw new WalkFailure({ kind: 'not_kept' })
      await walkList({
        ...walk,
        held,
        async ask(cursor) {
          if (signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
          beforeRequest?.()
          const startedAt = performance.now()
          const read = await reportReachability(sources, source, async () =>
            client.readPage(
              await sources.ready(source),
              { list, params, filters: { ...largePages(sources, source), ...filters }, cursor },
              { signal, priority: 'background', purpose },
            ),
          )
          onAnswer?.(performance.now() - startedAt)
          const page = toPage(read)
          if (cursor === null) onHead?.(page)
          return page
        },
      })
    },
  }
}
