/** What happened at watched addresses since the person last saw them. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

export interface ActivityCounts {
  readonly transactions: number
  /** Token transfers as the source counts them; where it does not, tokens that came, went or changed in amount. */
  readonly transfers: number
  readonly internal: number
  /** There is more than was counted. */
  readonly more: boolean
}

/** Of one address on one source, since the address was last opened there, or first watched. Only where something is new. */
export interface ActivityItem extends ActivityCounts {
  /** Of the watched address. */
  readonly id: number
  readonly source: string
  /** ISO time of the last poll. */
  readonly polledAt: string
}

export interface Activity {
  readonly items: readonly ActivityItem[]
  /** `off`, `metered`: nothing is polled, for that reason. `slow`: no window is visible. */
  readonly polling: 'on' | 'slow' | 'off' | 'metered'
  /** When the program ended last, ISO; null on its first run, or where the clock was set back. */
  readonly since: string | null
}

/** What one poll found: for a notification. */
export interface ActivityArrival extends ActivityCounts {
  readonly id: number
  readonly source: string
  readonly address: string
  /** The person's own; may be empty. */
  readonly label: string
}

const id = z.number().check(z.int(), z.positive())

export const activityCalls = {
  /** The person has seen what is new: at one address, on one source, or everywhere. */
  'activity.markSeen': call<null>().with(z.object({ id: z.optional(id), source: z.optional(z.string()) })),
  /** Polls these, or all, as soon as the request interval of their sources allows. */
  'activity.poll': call<null>().with(z.object({ ids: z.optional(z.array(id).check(z.maxLength(1_000))) })),
  /** Whether a window can be seen, and whether the connection is metered. The last report counts. */
  'activity.setPresence': call<null>().with(z.object({ visible: z.boolean(), metered: z.boolean() })),
} as const

export const activityEvents = {
  'activity.changed': event<Activity>().with(z.object({})),
  /** Only while the setting `notifyActivity` is on, and not where the host shows notifications itself. */
  'activity.arrived': event<ActivityArrival>().with(z.object({})),
} as const
