/**
 * Watches the newest page of lists that are on the screen and tells when it has changed. One watch serves all who
 * listen to the same list. Asks at background priority, slowly where asking costs the person something, and seldom
 * while nobody sees the list. A source that names its answers (our own service does) is asked for what is new only.
 */
import type { ListId } from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { Page } from '#shared/lists/page.ts'
import type { Source } from '#shared/source.ts'
import type { Streams } from '#shared/rpc/server.ts'

/** Own service on this machine: a request costs nothing. Elsewhere a page every 20 s is 3 % of an instance's limit. */
const EVERY_MS: Record<Source['kind'], number> = { sample: 1_000, local: 400, instance: 20_000, pro: 30_000 }
/** In windows that are hidden. */
const UNSEEN_MS: Record<Source['kind'], number> = {
  sample: 15_000,
  local: 15_000,
  instance: 120_000,
  pro: 180_000,
}
/** After a failure the watch waits longer each time, up to this. */
const SLOWEST_MS = 120_000

interface Request {
  readonly source: string
  readonly list: ListId
  readonly params: Record<string, string>
  readonly filters: Filters
}

export interface HeadDeps {
  readonly kind: (source: string) => Source['kind']
  /** Null where the page still is the one that came with `knownEtag`. */
  readonly readFirstPage: (
    request: Request,
    knownEtag: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly page: Page; readonly etag?: string | undefined } | null>
}

interface Listener {
  readonly tell: (page: Page) => void
  readonly unseen: boolean
}

interface Watch {
  join(listener: Listener): void
  /** Whether that was the last one, and the watch has ended. */
  leave(listener: Listener): boolean
}

export function headStreams(deps: HeadDeps): Pick<Streams, 'lists.head'> {
  const watches = new Map<string, Watch>()

  return {
    'lists.head'({ unseen = false, ...request }, emit) {
      const key = JSON.stringify([request.source, request.list, request.params, request.filters])
      const watch = watches.get(key) ?? start(deps, request)
      watches.set(key, watch)
      const listener = { tell: emit as (page: Page) => void, unseen }
      watch.join(listener)
      return () => {
        if (watch.leave(listener)) watches.delete(key)
      }
    },
  }
}

function start(deps: HeadDeps, request: Request): Watch {
  const kind = deps.kind(request.source)
  const listeners = new Set<Listener>()
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let lookedAt = performance.now()
  let looking = false
  let failures = 0
  let etag: string | undefined
  let last: { readonly seen: string; readonly page: Page } | undefined

  async function look() {
    looking = true
    try {
      const head = await deps.readFirstPage(request, etag, controller.signal)
      failures = 0
      if (head) {
        etag = head.etag
        take(head.page)
      }
    } catch {
      failures += 1
    }
    looking = false
    lookedAt = performance.now()
    schedule()
  }

  function take(page: Page) {
    const seen = rowsOf(page)
    const isNew = seen !== last?.seen
    last = { seen, page }
    if (isNew) for (const { tell } of listeners) tell(page)
  }

  function schedule() {
    clearTimeout(timer)
    if (looking || controller.signal.aborted) return
    const isSeen = [...listeners].some(({ unseen }) => !unseen)
    const every = (isSeen ? EVERY_MS : UNSEEN_MS)[kind]
    const pause = Math.min(every * 2 ** failures, Math.max(every, SLOWEST_MS))
    timer = setTimeout(() => void look(), Math.max(0, lookedAt + pause - performance.now()))
    timer.unref()
  }

  return {
    join(listener) {
      listeners.add(listener)
      // Who comes later may have read the list before the last change.
      if (last) listener.tell(last.page)
      schedule()
    },
    leave(listener) {
      listeners.delete(listener)
      if (listeners.size > 0) {
        schedule()
        return false
      }
      clearTimeout(timer)
      controller.abort()
      return true
    },
  }
}

/** A pending row turned mined keeps its key, so its block counts as well. */
const rowsOf = ({ items, keys }: Page) =>
  items
    .map((item, index) => `${keys[index] ?? ''}@${String((item as { block_number?: unknown }).block_number)}`)
    .join()
