/**
 * Chooses the next address to poll on a source, and when. Times are in ms of the monotonic clock: the time of day can
 * be set while the program runs, and only tells how long ago an earlier run polled.
 */
import { rateClassOf } from '#shared/source.ts'
import type { PollIntervals } from './poll-intervals.ts'
import type { PollResults } from './poll-results.ts'
import type { PollTarget } from './poll-targets.ts'

export interface ScheduledPoll {
  readonly target: PollTarget
  /** In the past if it is due. */
  readonly dueAt: number
}

export interface PollSchedule {
  /** Chooses the targets again after watched addresses or sources have changed. */
  refresh(): void
  sourceIds(): ReadonlySet<string>
  /** The next poll of a source: a prioritized target, else the one that is due first. */
  next(source: string): ScheduledPoll | undefined
  /** Puts the targets of these entries, or all, before the others. */
  prioritize(ids: readonly number[] | undefined): void
  started(target: PollTarget): void
  succeeded(target: PollTarget): void
  /** Delays the target longer with each successive failure, so that others get their turn. */
  failed(target: PollTarget): void
}

export interface PollScheduleDeps {
  readonly chooseTargets: () => readonly PollTarget[]
  readonly results: Pick<PollResults, 'polledAt'>
  readonly intervals: PollIntervals
  /** The factor by which intervals are longer now. */
  readonly slowdown: () => number
  readonly now: () => number
  /** The time of day, ms since 1970. */
  readonly timeOfDay: () => number
}

const MAX_DOUBLINGS = 6
/** The due time of a target that was never polled: before all others, and after prioritized ones. */
const NEVER_POLLED = -Number.MAX_VALUE
const PRIORITIZED = -Infinity

export function createPollSchedule(deps: PollScheduleDeps): PollSchedule {
  const { results, intervals, now } = deps
  let targets: ReadonlyMap<string, readonly PollTarget[]> | undefined
  const prioritized = new Set<string>()
  const failures = new Map<string, { readonly until: number; readonly times: number }>()
  /** Times of targets that were polled in this run, or by an earlier one. */
  const polledAt = new Map<string, number>()

  function bySource() {
    targets ??= Map.groupBy(deps.chooseTargets(), ({ source }) => source.id)
    return targets
  }

  function dueAt(target: PollTarget): number {
    const key = keyOf(target)
    if (prioritized.has(key)) return PRIORITIZED
    const last = polledAt.get(key) ?? findEarlier(target)
    polledAt.set(key, last)
    const due = last + intervals.pollMs[rateClassOf(target.source)] * deps.slowdown()
    return Math.max(due, failures.get(key)?.until ?? 0)
  }

  /** When an earlier run polled the target. A time in the future means that the clock was set back. */
  function findEarlier({ entry, source }: PollTarget): number {
    const earlier = results.polledAt(entry.id, source.id)
    const ago = earlier === undefined ? -1 : deps.timeOfDay() - earlier
    return ago < 0 ? NEVER_POLLED : now() - ago
  }

  return {
    refresh() {
      targets = undefined
    },
    sourceIds: () => new Set(bySource().keys()),
    next(source) {
      let next: ScheduledPoll | undefined
      for (const target of bySource().get(source) ?? []) {
        const due = dueAt(target)
        if (!next || due < next.dueAt) next = { target, dueAt: due }
      }
      return next
    },
    prioritize(ids) {
      for (const target of [...bySource().values()].flat())
        if (!ids || ids.includes(target.entry.id)) prioritized.add(keyOf(target))
    },
    started(target) {
      prioritized.delete(keyOf(target))
    },
    succeeded(target) {
      failures.delete(keyOf(target))
      polledAt.set(keyOf(target), now())
    },
    failed(target) {
      const key = keyOf(target)
      const times = (failures.get(key)?.times ?? 0) + 1
      const wait = intervals.pollMs[rateClassOf(target.source)] * 2 ** Math.min(times, MAX_DOUBLINGS)
      failures.set(key, { times, until: now() + wait })
    },
  }
}

export const keyOf = ({ entry, source }: PollTarget) => `${String(entry.id)} ${source.id}`
