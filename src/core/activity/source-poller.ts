/** Polls the addresses of one source one after another, with at least the request interval between two requests. */
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { rateClassOf } from '#shared/source.ts'
import { delay } from '#platform/delay.ts'
import type { PollIntervals } from './poll-intervals.ts'
import type { ScheduledPoll } from './poll-schedule.ts'
import type { PollTarget } from './poll-targets.ts'

export interface SourcePoller {
  /** Sets the timer for the next poll; does nothing while one runs. */
  schedule(): void
  cancel(): void
}

export interface SourcePollerDeps {
  readonly next: () => ScheduledPoll | undefined
  readonly canPoll: () => boolean
  /** Rejects with the source's failure. Calls `waitForTurn` before each request. */
  readonly poll: (target: PollTarget, waitForTurn: () => Promise<void>) => Promise<void>
  readonly intervals: PollIntervals
  /** The factor by which intervals are longer now. */
  readonly slowdown: () => number
  readonly signal: AbortSignal
  /** Monotonic, in ms. */
  readonly now: () => number
}

/** Polling was turned off during a poll, which is no failure of the source. */
export class PollingStoppedError extends Error {}

/** A timer is limited to 24 days, and a source may ask for a longer pause. */
const MAX_TIMER_MS = 60_000

export function createSourcePoller(deps: SourcePollerDeps): SourcePoller {
  const { canPoll, intervals, signal, now } = deps
  let timer: NodeJS.Timeout | undefined
  let isPolling = false
  let failures = 0
  let nextRequestAt = -Infinity

  function schedule() {
    if (isPolling) return
    clearTimeout(timer)
    const next = deps.next()
    if (!next) return
    const waitMs = Math.min(Math.max(next.dueAt, nextRequestAt) - now(), MAX_TIMER_MS)
    timer = setTimeout(() => void run(), Math.max(waitMs, 0)).unref()
  }

  async function run() {
    const next = deps.next()
    if (isPolling || !canPoll() || !next) return
    if (Math.max(nextRequestAt, next.dueAt) > now()) {
      schedule()
      return
    }
    isPolling = true
    try {
      await deps.poll(next.target, () => waitForTurn(next.target))
      failures = 0
    } catch (error) {
      if (!(error instanceof PollingStoppedError) && !signal.aborted) {
        failures += 1
        nextRequestAt = now() + backoffAfter(error, failures, intervals)
      }
    } finally {
      isPolling = false
    }
    if (canPoll()) schedule()
  }

  async function waitForTurn({ source }: PollTarget) {
    const waitMs = nextRequestAt - now()
    if (waitMs > 0) await delay(waitMs, signal)
    if (!canPoll()) throw new PollingStoppedError()
    nextRequestAt = now() + intervals.requestMs[rateClassOf(source)] * deps.slowdown()
  }

  return {
    schedule,
    cancel() {
      clearTimeout(timer)
    },
  }
}

const NEEDS_A_PERSON: readonly string[] = ['unauthorized', 'out_of_credits', 'forbidden']

/** In ms. A retry does not help if a key is missing or used up, so the backoff is then the longest. */
function backoffAfter(error: unknown, failures: number, intervals: PollIntervals): number {
  const known = error instanceof ChainglassFailure ? error.error : undefined
  if (known && NEEDS_A_PERSON.includes(known.code)) return intervals.maxBackoffMs
  const backoff = Math.min(intervals.backoffMs * 2 ** (failures - 1), intervals.maxBackoffMs)
  return known?.code === 'rate_limited' ? Math.max(backoff, known.retryAfterMs) : backoff
}
