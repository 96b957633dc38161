/** The intervals at which watched addresses are polled. */
import type { RateClass } from '#shared/source.ts'

/** In ms, except the factor. */
export interface PollIntervals {
  /** The delay from the program's start to the first poll: other requests go first. */
  readonly startDelayMs: number
  /** Between two requests to one source, by its rate class. */
  readonly requestMs: Readonly<Record<RateClass, number>>
  /** Between two polls of one address on one source. */
  readonly pollMs: Readonly<Record<RateClass, number>>
  /** Both intervals are multiplied by this while no window is visible. */
  readonly hiddenFactor: number
  /** The delay after a failure; it doubles with each further one, up to the maximum. */
  readonly backoffMs: number
  readonly maxBackoffMs: number
  /** How long new activity waits to be told with what came of its check. */
  readonly maxHoldMs: number
}

/**
 * An instance allows about 180 requests a minute to anyone: polling uses 10 of them. A Pro account's free plan has
 * 100,000 credits a day, and a request here costs 27 on average: one in two minutes is a fifth of it. Sources on this
 * machine cost nothing.
 */
export const POLL_INTERVALS: PollIntervals = {
  startDelayMs: 3_000,
  requestMs: { sample: 250, node: 250, instance: 6_000, pro: 120_000 },
  pollMs: { sample: 10_000, node: 5_000, instance: 120_000, pro: 900_000 },
  hiddenFactor: 4,
  backoffMs: 30_000,
  maxBackoffMs: 1_800_000,
  maxHoldMs: 3_000,
}
