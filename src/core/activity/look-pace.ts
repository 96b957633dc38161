/** How gently watched addresses are looked at. */
import type { Source } from '#shared/source.ts'

export interface LookPace {
  /** After the program has started: it has more urgent things to do, ms. */
  readonly firstAfterMs: number
  /** Between two requests to one source, ms. */
  readonly requestEveryMs: Readonly<Record<Source['kind'], number>>
  /** Between two looks at one address on one source, ms. */
  readonly lookEveryMs: Readonly<Record<Source['kind'], number>>
  /** All of it this much slower while no window is visible. */
  readonly hiddenFactor: number
  /** After a failure, doubling to the longest, ms. */
  readonly afterFailureMs: number
  readonly longestPauseMs: number
}

/**
 * An instance allows about 180 requests a minute to anyone: 10 of them are ours. A Pro account's free plan has 100,000
 * credits a day and a request here costs 27 on average: one in two minutes is a fifth of it. What is on this machine
 * costs nothing.
 */
export const LOOK_PACE: LookPace = {
  firstAfterMs: 3_000,
  requestEveryMs: { sample: 250, local: 250, instance: 6_000, pro: 120_000 },
  lookEveryMs: { sample: 10_000, local: 5_000, instance: 120_000, pro: 900_000 },
  hiddenFactor: 4,
  afterFailureMs: 30_000,
  longestPauseMs: 1_800_000,
}
