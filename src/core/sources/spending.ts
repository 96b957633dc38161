/**
 * Counts the cost of requests for each holder of a key, by purpose. A source reports the remaining credits, but not
 * what used them. The counts survive restarts on the same day.
 */
import * as z from 'zod/mini'
import { detailEndpoint, DETAILS, type DetailId } from '#shared/lists/detail-table.ts'
import { LISTS } from '#shared/lists/list-table.ts'
import type { Purpose, Spending, Spent } from '#shared/spending.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { throttle } from '#platform/throttle.ts'
import { utcDay } from '#shared/utc-days.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'

export interface SpendingLedger {
  /** Counts a request that was answered. `endpoint`: the row in the tables of lists and details. */
  count(request: { readonly holder: string; readonly endpoint: string; readonly purpose: Purpose }): void
  /** `holder`: the id of a source or an account. Undefined if there were no requests today. */
  of(holder: string): Spending | undefined
  /** Deletes all counts, also on the disk. */
  clear(): void
  /** Writes unwritten counts. */
  flush(): void
}

type Today = Record<Purpose, Spent>
interface Poll {
  readonly at: number
  readonly credits: number
}

const NAME = 'spending'
const WRITE_INTERVAL_MS = 5_000
const HOUR_MS = 3_600_000
/** The shortest period of polling from which an hour is extrapolated. */
const MIN_POLLED_MS = 300_000
/** The credits of an endpoint that is not in the tables. */
const USUAL_CREDITS = 20

const spent = z.object({ requests: z.number(), credits: z.number() })
const stored = z.object({
  day: z.string(),
  holders: z.record(
    z.string(),
    z.object({ looking: spent, polling: spent, keeping: z._default(spent, { requests: 0, credits: 0 }) }),
  ),
})

export function createSpendingLedger(store: Database, now: () => number = Date.now): SpendingLedger {
  const values = createKeyValueStore(store)
  const read = stored.safeParse(values.read(NAME))
  let day = read.success ? read.data.day : utcDay(now())
  let holders = new Map<string, Today>(read.success ? Object.entries(read.data.holders) : [])
  const polls = new Map<string, Poll[]>()
  let isWritten = true

  function flush() {
    write.cancel()
    if (isWritten) return
    try {
      values.write(NAME, { day, holders: Object.fromEntries(holders) })
      isWritten = true
    } catch {
      // If the disk can't be written, only these counts are lost; the next request tries again.
    }
  }
  const write = throttle(flush, WRITE_INTERVAL_MS)

  function startDay() {
    const today = utcDay(now())
    if (today === day) return
    day = today
    holders = new Map()
  }

  return {
    count({ holder, endpoint, purpose }) {
      startDay()
      const credits = creditsOf(endpoint)
      const today = holders.get(holder) ?? { looking: NOTHING, polling: NOTHING, keeping: NOTHING }
      const { requests, credits: before } = today[purpose]
      holders.set(holder, { ...today, [purpose]: { requests: requests + 1, credits: before + credits } })
      if (purpose === 'polling') countPoll(polls, holder, { at: now(), credits })
      isWritten = false
      // A budget must also hold after a crash.
      if (purpose === 'keeping') flush()
      else write()
    },
    of(holder) {
      startDay()
      const today = holders.get(holder)
      if (!today) return undefined
      const pollingPerHour = hourly(polls.get(holder) ?? [], now())
      return { today, ...(pollingPerHour === undefined ? {} : { pollingPerHour }) }
    },
    clear() {
      write.cancel()
      isWritten = true
      holders.clear()
      polls.clear()
      values.remove(NAME)
    },
    flush,
  }
}

const NOTHING: Spent = { requests: 0, credits: 0 }

const creditsOf = (endpoint: string): number =>
  (Object.hasOwn(LISTS, endpoint)
    ? LISTS[endpoint as keyof typeof LISTS]
    : Object.hasOwn(DETAILS, endpoint)
      ? detailEndpoint(endpoint as DetailId)
      : undefined
  )?.credits ?? USUAL_CREDITS

/** Keeps the polls of the last hour. */
function countPoll(polls: Map<string, Poll[]>, holder: string, poll: Poll) {
  const recent = polls.get(holder) ?? []
  recent.push(poll)
  while (recent[0] && recent[0].at < poll.at - HOUR_MS) recent.shift()
  polls.set(holder, recent)
}

/** Extrapolates from the last hour, or the observed part of it. */
function hourly(polls: readonly Poll[], time: number): number | undefined {
  const recent = polls.filter(({ at }) => at >= time - HOUR_MS)
  const [first] = recent
  if (!first) return polls.length > 0 ? 0 : undefined
  const ms = time - first.at
  if (ms < MIN_POLLED_MS) return undefined
  return Math.round((recent.reduce((sum, { credits }) => sum + credits, 0) * HOUR_MS) / ms)
}
