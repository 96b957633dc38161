/** Manages one poller for each source that has targets. */
import type { PollSchedule } from './poll-schedule.ts'
import { createSourcePoller, type SourcePoller, type SourcePollerDeps } from './source-poller.ts'

export interface SourcePollers {
  /** Sets or cancels each source's timer, according to its targets and `canPoll`. */
  schedule(): void
  cancel(): void
}

export function createSourcePollers(
  schedule: Pick<PollSchedule, 'next' | 'sourceIds'>,
  deps: Omit<SourcePollerDeps, 'next'>,
): SourcePollers {
  const pollers = new Map<string, SourcePoller>()

  function pollerOf(id: string): SourcePoller {
    const poller = pollers.get(id) ?? createSourcePoller({ ...deps, next: () => schedule.next(id) })
    pollers.set(id, poller)
    return poller
  }

  function cancel() {
    for (const poller of pollers.values()) poller.cancel()
  }

  return {
    schedule() {
      if (!deps.canPoll()) {
        cancel()
        return
      }
      const sourceIds = schedule.sourceIds()
      for (const [id, poller] of pollers) if (!sourceIds.has(id)) poller.cancel()
      for (const id of sourceIds) pollerOf(id).schedule()
    },
    cancel,
  }
}
