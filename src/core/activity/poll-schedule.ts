/** Which address is polled next on a source, and when. Times are ms since 1970. */
import { rateClassOf } from '#shared/source.ts'
import type { PollIntervals } from './poll-intervals.ts'
import type { PollResults } from './poll-results.ts'
import type { PollTarget } from './poll-targets.ts'

export interface ScheduledPoll {
  readonly target: PollTarget
  /** In the past where it is due. */
  readonly dueAt: number
}

export interface PollSchedule {
  /** Watched addresses or sources have changed: the targets are chosen anew. */
  refresh(): void
  sourceIds(): ReadonlySet<string>
  /** Of a source: a prioritized target, else the one that is due first. */
  next(source: string): ScheduledPoll | undefined
  /** Puts the targets of these entries, or all, before the others. */
  prioritize(ids: readonly number[] | undefined): void
  started(target: PollTarget): void
  succeeded(target: PollTarget): void
  /** It waits longer with each failure in a row, so that others get their turn. */
  failed(target: PollTarget): void
}

export interface PollScheduleDeps {
  readonly chooseTargets: () => readonly PollTarget[]
  readonly results: Pick<PollResults, 'polledAt'>
  readonly intervals: PollIntervals
  /** By how much intervals are longer now. */
  readonly slowdown: () => number
  readonly now: () => number
}

const MAX_DOUBLINGS = 6

export function createPollSchedule(deps: PollScheduleDeps): PollSchedule {
  const { results, intervals, now } = deps
  let targets: ReadonlyMap<string, readonly PollTarget[]> | undefined
  const prioritized = new Set<string>()
  const failures = new Map<string, { readonly until: number; readonly times: number }>()

  function bySource() {
    targets ??= Map.groupBy(deps.chooseTargets(), ({ source }) => source.id)
    return targets
  }

  function dueAt(target: PollTarget): number {
    const key = keyOf(target)
    if (prioritized.has(key)) return 0
    const polledAt = results.polledAt(target.entry.id, target.source.id) ?? 0
    // A time in the future means that the clock was set back.
    const due =
      polledAt === 0 || polledAt > now()
        ? 1
        : polledAt + intervals.pollMs[rateClassOf(target.source)] * deps.slowdown()
    return Math.max(due, failures.get(key)?.until ?? 0)
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
    },
    failed(target) {
      const key = keyOf(target)
      const times = (failures.get(key)?.times ?? 0) + 1
      const wait = intervals.pollMs[rateClassOf(target.source)] * 2 ** Math.min(times, MAX_DOUBLINGS)
      failures.set(key, { times, until: now() + wait })
    },
  }
}

const keyOf = ({ entry, source }: PollTarget) => `${String(entry.id)} ${source.id}`
