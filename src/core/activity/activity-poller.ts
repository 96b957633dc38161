/** Polls watched addresses in the background, source by source, and stores new activity. */
import { countRows } from '#shared/check/check-words.ts'
import type { Activity, ActivityArrival } from '#shared/rpc/contract/activity.ts'
import { createEmitter } from '#shared/emitter.ts'
import { pollAddress, type PollReader, type PollResult } from './poll-address.ts'
import { POLL_INTERVALS, type PollIntervals } from './poll-intervals.ts'
import type { CheckRound } from './check-results.ts'
import type { NewItem } from './count-new-items.ts'
import type { PollResults, SeenFilter } from './poll-results.ts'
import { createPollSchedule, keyOf, type PollSchedule } from './poll-schedule.ts'
import type { PollTarget } from './poll-targets.ts'
import {
  PollingStoppedError,
  createSourcePoller,
  type SourcePoller,
  type SourcePollerDeps,
} from './source-poller.ts'

export interface ActivityPoller {
  read(): Activity
  markSeen(filter: SeenFilter): void
  /** Reports what came of a check of new transactions. */
  reportCheck(target: PollTarget, round: CheckRound): void
  /** Call it when checks end: nothing is reported any more. */
  endChecks(): void
  /** Polls these entries, or all, before the others. */
  poll(ids: readonly number[] | undefined): void
  setPresence(presence: Presence): void
  /** Call it after watched addresses, sources or settings have changed. */
  refresh(): void
  onChange(listener: (activity: Activity) => void): () => void
  onArrival(listener: (arrival: ActivityArrival) => void): () => void
  close(): void
}

interface Presence {
  readonly visible: boolean
  readonly metered: boolean
}

interface PollingSettings {
  readonly on: boolean
  readonly onMetered: boolean
  readonly notify: boolean
}

export interface ActivityPollerDeps {
  readonly results: Omit<PollResults, 'addCheck' | 'listDiffering'>
  readonly reader: PollReader
  readonly chooseTargets: () => readonly PollTarget[]
  readonly settings: () => PollingSettings
  readonly since: string | null
  /** Called after each poll that succeeded. Returns whether a check of what was mined is reported. */
  readonly onPolled?: ((target: PollTarget, mined: readonly NewItem[]) => boolean) | undefined
  readonly intervals?: PollIntervals | undefined
  /** Ms since 1970. */
  readonly timeOfDay?: () => number
}

export function createActivityPoller(deps: ActivityPollerDeps): ActivityPoller {
  const { results, intervals = POLL_INTERVALS, timeOfDay = Date.now } = deps
  const now = () => performance.now()
  const changes = createEmitter<Activity>()
  const arrivals = createEmitter<ActivityArrival>()
  const held = createArrivals((arrival) => {
    if (deps.settings().notify) arrivals.emit(arrival)
  }, intervals.maxHoldMs)
  const ending = new AbortController()
  let presence: Presence = { visible: true, metered: false }
  let hasStarted = false

  const read = (): Activity => ({ items: results.listUnseen(), polling: polling(), since: deps.since })
  const polling = () => pollingState(deps.settings(), presence)
  const canPoll = () => hasStarted && isPollingOn(polling()) && !ending.signal.aborted
  const slowdown = () => (presence.visible ? 1 : intervals.hiddenFactor)

  const schedule = createPollSchedule({ ...deps, intervals, slowdown, now, timeOfDay })
  const pollers = createSourcePollers(schedule, {
    canPoll,
    intervals,
    slowdown,
    now,
    signal: ending.signal,
    async poll(target, waitForTurn) {
      schedule.started(target)
      try {
        const result = await pollTarget(deps, target, waitForTurn, ending.signal)
        if (ending.signal.aborted) return
        schedule.succeeded(target)
        record(target, result)
        if (deps.onPolled?.(target, result.mined) !== true || result.mined.length === 0) held.release(target)
      } catch (error) {
        if (!(error instanceof PollingStoppedError)) schedule.failed(target)
        throw error
      }
    },
  })

  function record(target: PollTarget, result: PollResult) {
    results.add(target.entry.id, target.source.id, result, timeOfDay())
    if (result.transactions + result.transfers + result.internal === 0) return
    held.hold(target, result)
    changes.emit(read())
  }

  const startTimer = setTimeout(() => {
    hasStarted = true
    pollers.schedule()
  }, intervals.startDelayMs).unref()

  return {
    read,
    markSeen(filter) {
      if (results.markSeen(filter)) changes.emit(read())
    },
    reportCheck(target, round) {
      changes.emit(read())
      held.reportCheck(target, round)
    },
    endChecks: held.releaseAll,
    poll(ids) {
      schedule.prioritize(ids)
      pollers.schedule()
    },
    setPresence(next) {
      const before = polling()
      presence = next
      pollers.schedule()
      if (polling() !== before) changes.emit(read())
    },
    refresh() {
      schedule.refresh()
      pollers.schedule()
    },
    onChange: (listener) => changes.on(listener),
    onArrival: (listener) => arrivals.on(listener),
    close() {
      ending.abort()
      clearTimeout(startTimer)
      held.close()
      pollers.cancel()
    },
  }
}

function pollingState({ on, onMetered }: PollingSettings, presence: Presence): Activity['polling'] {
  if (!on) return 'off'
  if (presence.metered && !onMetered) return 'metered'
  return presence.visible ? 'on' : 'slow'
}

const isPollingOn = (state: Activity['polling']) => state === 'on' || state === 'slow'

const pollTarget = (
  { reader, results }: Pick<ActivityPollerDeps, 'reader' | 'results'>,
  { entry, source }: PollTarget,
  waitForTurn: () => Promise<void>,
  signal: AbortSignal,
) =>
  pollAddress({
    reader,
    source: source.id,
    address: entry.address,
    mark: results.readMark(entry.id, source.id),
    waitForTurn,
    signal,
  })

interface SourcePollers {
  /** Sets or cancels each source's timer, according to its targets and `canPoll`. */
  schedule(): void
  cancel(): void
}

/** Manages one poller for each source that has targets. */
function createSourcePollers(
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

interface HeldArrival {
  readonly target: PollTarget
  readonly counts: ArrivalCounts
  /** Keys of the transactions that are checked. */
  readonly keys: ReadonlySet<string>
  readonly timer: NodeJS.Timeout
}
type ArrivalCounts = Omit<ActivityArrival, 'id' | 'source' | 'address' | 'label'>
const NO_COUNTS = { transactions: 0, transfers: 0, internal: 0, more: false }

/**
 * Tells new activity. What soon comes of its check is told with it: both are one notification. `maxHoldMs`: how long
 * activity waits for its check: a node that hangs keeps nobody from money that came.
 */
function createArrivals(emit: (arrival: ActivityArrival) => void, maxHoldMs: number) {
  /** Activity whose check is not reported yet, by address and source. */
  const held = new Map<string, HeldArrival>()
  const tell = ({ entry: { id, address, label }, source }: PollTarget, counts: ArrivalCounts) => {
    emit({ id, source: source.id, address, label, ...counts })
  }
  const release = (key: string, differs = 0) => {
    const arrival = held.get(key)
    if (!arrival) return
    held.delete(key)
    clearTimeout(arrival.timer)
    tell(arrival.target, { ...arrival.counts, differs })
  }
  return {
    hold(target: PollTarget, { mark: _, mined, ...counts }: PollResult) {
      const key = keyOf(target)
      release(key)
      held.set(key, {
        target,
        counts: { ...counts, differs: 0 },
        keys: new Set(mined.map((one) => one.key)),
        timer: setTimeout(release, maxHoldMs, key).unref(),
      })
    },
    /** Call it if no check of the address is reported. */
    release(target: PollTarget) {
      release(keyOf(target))
    },
    releaseAll(this: void) {
      for (const key of [...held.keys()]) release(key)
    },
    close() {
      for (const { timer } of held.values()) clearTimeout(timer)
      held.clear()
    },
    reportCheck(target: PollTarget, { rows, unchecked }: CheckRound) {
      const { differs } = countRows(rows)
      const keys = held.get(keyOf(target))?.keys
      const isOfHeld = [...rows.map(({ key }) => key), ...unchecked].some((key) => keys?.has(key))
      if (isOfHeld) release(keyOf(target), differs)
      else if (differs > 0) tell(target, { ...NO_COUNTS, differs })
    },
  }
}
