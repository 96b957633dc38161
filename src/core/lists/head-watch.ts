/**
 * Watches the newest page of lists that are on the screen and tells when it has changed. One watch serves all who
 * listen to the same list. Asks at background priority and slowly where asking costs the person something.
 */
import type { ListId } from '#shared/endpoints.ts'
import type { Filters } from '#shared/contract/lists.ts'
import type { Page } from '#shared/page.ts'
import type { Source } from '#shared/source.ts'
import type { Streams } from '../dispatcher.ts'

/** Own service on this machine: a request costs nothing. Elsewhere a page every 20 s is 3 % of an instance's limit. */
const EVERY_MS: Record<Source['kind'], number> = { sample: 1_000, local: 400, instance: 20_000, pro: 30_000 }
/** After a failure the watch waits longer each time, up to this. */
const SLOWEST_MS = 120_000

export interface HeadDeps {
  readonly kind: (source: string) => Source['kind']
  readonly readPage: (
    request: { source: string; list: ListId; params: Record<string, string>; filters: Filters },
    signal: AbortSignal,
  ) => Promise<Page>
}

interface Watch {
  readonly listeners: Set<(page: Page) => void>
  readonly stop: () => void
}

export function headStreams(deps: HeadDeps): Pick<Streams, 'lists.head'> {
  const watches = new Map<string, Watch>()

  return {
    'lists.head'(request, emit) {
      const key = JSON.stringify([request.source, request.list, request.params, request.filters])
      const watch = watches.get(key) ?? start(deps, request)
      watches.set(key, watch)
      watch.listeners.add(emit as (page: Page) => void)
      return () => {
        watch.listeners.delete(emit as (page: Page) => void)
        if (watch.listeners.size > 0) return
        watch.stop()
        watches.delete(key)
      }
    },
  }
}

function start(deps: HeadDeps, request: Parameters<HeadDeps['readPage']>[0]): Watch {
  const every = EVERY_MS[deps.kind(request.source)]
  const listeners = new Set<(page: Page) => void>()
  const controller = new AbortController()
  let timer: NodeJS.Timeout
  let failures = 0
  let last = ''

  async function look() {
    try {
      const page = await deps.readPage(request, controller.signal)
      failures = 0
      // A pending row turned mined keeps its key, so block hash or number counts as well.
      const seen = page.items
        .map(
          (item, index) =>
            `${page.keys[index] ?? ''}@${String((item as { block_number?: unknown }).block_number)}`,
        )
        .join()
      if (seen !== last) for (const listener of listeners) listener(page)
      last = seen
    } catch {
      failures += 1
    }
    if (!controller.signal.aborted) schedule()
  }

  function schedule() {
    timer = setTimeout(() => void look(), Math.min(every * 2 ** failures, Math.max(every, SLOWEST_MS)))
    timer.unref()
  }

  schedule()
  return {
    listeners,
    stop: () => {
      clearTimeout(timer)
      controller.abort()
    },
  }
}
