/** New activity at watched addresses since the person last saw it. */
import * as z from 'zod/mini'
import type { CheckedNode, CheckedRow, CheckProblem } from './check.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'

export interface ActivityCounts {
  readonly transactions: number
  /**
   * Token transfers as the source counts them. If it does not count them: tokens that were added, removed or changed
   * in amount.
   */
  readonly transfers: number
  readonly internal: number
  /** There is more activity than was counted. */
  readonly more: boolean
}

/** Number of new transactions by the result of their check against a followed node. */
export interface ActivityCheck {
  readonly proven: number
  readonly agrees: number
  readonly differs: number
  readonly unchecked: number
  /** The last node that was asked; null if none of the chain is followed. */
  readonly node: CheckedNode | null
  /** Why the last check failed; null if it did not. */
  readonly problem: CheckProblem | null
  /** Hashes of transactions that differ, newest first; at most `MAX_DIFFERING`. */
  readonly differing: readonly string[]
}

/** Differing transactions of one address that are stored. */
export const MAX_DIFFERING = 20

/**
 * New activity of one address on one source, since the address was last opened there, or first watched. Items without
 * new activity, and without a transaction that differs, are left out.
 */
export interface ActivityItem extends ActivityCounts {
  /** The id of the watched address. */
  readonly id: number
  readonly source: string
  /** ISO time of the last poll. */
  readonly polledAt: string
  /** Null if nothing was checked. */
  readonly checked: ActivityCheck | null
}

export interface Activity {
  readonly items: readonly ActivityItem[]
  /** `off`, `metered`: polling is paused for that reason. `slow`: no window is visible. */
  readonly polling: 'on' | 'slow' | 'off' | 'metered'
  /** When the program last ended, ISO; null on its first run, or if the clock was set back. */
  readonly since: string | null
}

/** The result of one poll, for a notification. */
export interface ActivityArrival extends ActivityCounts {
  readonly id: number
  readonly source: string
  readonly address: string
  /** The person's own label; may be empty. */
  readonly label: string
  /** Number of new transactions that differ from a followed node. They were reported as new before. */
  readonly differs: number
}

const id = z.number().check(z.int(), z.positive())

export const activityCalls = {
  /**
   * Marks new activity as seen: at one address, on one source, or everywhere. `differences`: also the transactions that
   * differ from a node, which opening the address does not.
   */
  'activity.markSeen': call<null>().with(
    z.object({
      id: z.optional(id),
      source: z.optional(z.string()),
      differences: z.optional(z.boolean()),
    }),
  ),
  /** The transactions of a watched address that differ from a followed node, as `Activity` reports them. */
  'activity.checkedRows': call<readonly CheckedRow[]>().with(z.object({ source: z.string(), address })),
  /** Polls these addresses, or all, as soon as the request interval of their sources allows. */
  'activity.poll': call<null>().with(z.object({ ids: z.optional(z.array(id).check(z.maxLength(1_000))) })),
  /** Reports whether a window is visible, and whether the connection is metered. The last report counts. */
  'activity.setPresence': call<null>().with(z.object({ visible: z.boolean(), metered: z.boolean() })),
} as const

export const activityEvents = {
  /** New rows of the watched addresses. */
  'activity.changed': event<Activity>().with(z.object({})),
  /**
   * Emitted only while the setting `notifyActivity` is on, and only if the host does not show notifications itself.
   */
  'activity.arrived': event<ActivityArrival>().with(z.object({})),
} as const
