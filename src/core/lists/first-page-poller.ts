/**
 * Polls the first page of open lists and emits it when it has changed. Subscribers to the same list share one poller. It
 * polls at background priority, rarely if a request costs the person something, and still more rarely while all windows
 * with the list are hidden. A source with ETags (our own service) answers only if the page is new.
 */
import { firstPageFingerprint } from '#shared/lists/first-page-fingerprint.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { Page } from '#shared/lists/page.ts'
import type { RateClass } from '#shared/source.ts'
import type { Streams } from '#shared/rpc/server.ts'

/**
 * Time between polls, in ms. Our own service on this machine costs nothing. For an instance, a page every 20 s is 3 % of
 * its rate limit.
 */
const INTERVAL_MS: Record<RateClass, number> = {
  sample: 1_000,
  node: 400,
  instance: 20_000,
  pro: 30_000,
}
const HIDDEN_INTERVAL_MS: Record<RateClass, number> = {
  sample: 15_000,
  node: 15_000,
  instance: 120_000,
  pro: 180_000,
}
/**
 * A poll of several addresses takes one request for each, so the interval is multiplied by the number of groups of this
 * size.
 */
const MEMBERS_AN_INTERVAL = 5
/** Failures in a row double the interval, up to this many ms. */
const MAX_BACKOFF_MS = 120_000

export interface FirstPageRequest {
  readonly source: string
  readonly list: ListId
  readonly params: Record<string, string>
  readonly filters: Filters
  /** Addresses whose lists are merged with the one in `params`. */
  readonly others?: readonly string[] | undefined
  /** Whether each item carries its own JSON. */
  readonly texts?: boolean | undefined
}

/** Reads the first page. Returns null if the page is still the one with `knownEtag`. */
export type ReadFirstPage = (
  request: FirstPageRequest,
  knownEtag: string | undefined,
  signal: AbortSignal,
) => Promise<{ readonly page: Page; readonly etag?: string | undefined } | null>

export interface FirstPageDeps {
  readonly rateClass: (source: string) => RateClass
  readonly readFirstPage: ReadFirstPage
}

interface Subscriber {
  readonly emit: (page: Page) => void
  readonly isHidden: boolean
  /** Fingerprint of the page that the subscriber has; undefined if it has none. */
  known: string | undefined
}

interface Poller {
  /** Returns a function that removes the subscriber; the last one ends the poller. */
  add(subscriber: Subscriber): () => void
}

export function firstPageStreams(deps: FirstPageDeps): Pick<Streams, 'lists.firstPage'> {
  const pollers = new Map<string, Poller>()

  return {
    'lists.firstPage'({ isHidden = false, ...request }, emit) {
      const { source, list, params, filters, others, texts } = request
      const key = JSON.stringify([source, list, params, filters, others, texts])
      const poller = pollers.get(key) ?? startPoller(deps, request, () => pollers.delete(key))
      pollers.set(key, poller)
      return poller.add({ emit: emit as Subscriber['emit'], isHidden, known: undefined })
    },
  }
}

function startPoller(deps: FirstPageDeps, request: FirstPageRequest, onEnded: () => void): Poller {
  const rateClass = deps.rateClass(request.source)
  const subscribers = new Set<Subscriber>()
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let polledAt = performance.now()
  let isPolling = false
  let failures = 0
  let etag: string | undefined
  let last: { readonly fingerprint: string; readonly page: Page } | undefined

  async function poll() {
    isPolling = true
    try {
      const read = await deps.readFirstPage(request, etag, controller.signal)
      failures = 0
      if (read) {
        etag = read.etag
        last = { fingerprint: firstPageFingerprint(read.page), page: read.page }
        subscribers.forEach(tell)
      }
    } catch {
      failures += 1
    }
    isPolling = false
    polledAt = performance.now()
    schedule()
  }

  /** Emits the last page to a subscriber, unless it has this page. */
  function tell(subscriber: Subscriber) {
    if (!last || subscriber.known === last.fingerprint) return
    subscriber.known = last.fingerprint
    subscriber.emit(last.page)
  }

  function schedule() {
    clearTimeout(timer)
    if (isPolling || controller.signal.aborted) return
    const isVisible = [...subscribers].some(({ isHidden }) => !isHidden)
    const rounds = Math.ceil((1 + (request.others?.length ?? 0)) / MEMBERS_AN_INTERVAL)
    const interval = (isVisible ? INTERVAL_MS : HIDDEN_INTERVAL_MS)[rateClass] * rounds
    const delay = Math.min(interval * 2 ** failures, Math.max(interval, MAX_BACKOFF_MS))
    timer = setTimeout(() => void poll(), Math.max(0, polledAt + delay - performance.now()))
    timer.unref()
  }

  return {
    add(subscriber) {
      subscribers.add(subscriber)
      // A later subscriber may have read the list before the last change.
      tell(subscriber)
      schedule()
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0) {
          schedule()
          return
        }
        clearTimeout(timer)
        controller.abort()
        onEnded()
      }
    },
  }
}
