/** What is new at watched addresses since a person last looked at them. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

/** Counts on one source since the address was last opened there, or first watched. Only those with something new. */
export interface NewsItem {
  /** Of the watched address. */
  readonly id: number
  readonly source: string
  readonly transactions: number
  /** Token transfers as the source counts them; where it does not, tokens that came, went or changed in amount. */
  readonly transfers: number
  readonly internal: number
  /** There is more than was counted. */
  readonly more: boolean
  /** When it was last looked at, ISO. */
  readonly at: string
}

export interface News {
  readonly items: readonly NewsItem[]
  /** `off`, `metered`: nothing is looked at, for that reason. `slow`: no window is visible. */
  readonly looking: 'on' | 'slow' | 'off' | 'metered'
  /** When the program ended last, ISO; null where it is its first run or the clock was set back. */
  readonly since: string | null
}

/** Something new was found just now: for a notification, where the person asked for it. */
export interface NewsArrival {
  readonly id: number
  readonly source: string
  readonly address: string
  /** The person's own; may be empty. */
  readonly label: string
  /** `3 new transactions, 1 new transfer`. */
  readonly words: string
}

const id = z.number().check(z.int(), z.positive())

export const newsCalls = {
  'news.list': call<News>().with(z.object({})),
  /** The person has seen what is new: of one address on one source or all, or everything. */
  'news.seen': call<null>().with(z.object({ id: z.optional(id), source: z.optional(z.string()) })),
  /** Looks at these, or all, as soon as the sources' pace allows, not when their turn comes. */
  'news.look': call<null>().with(z.object({ ids: z.optional(z.array(id).check(z.maxLength(1_000))) })),
  /** A window tells whether it can be seen, and whether the connection is metered. The last word counts. */
  'news.presence': call<null>().with(z.object({ visible: z.boolean(), metered: z.boolean() })),
} as const

export const newsEvents = {
  'news.changed': event<News>().with(z.object({})),
  /** Told only while the setting `notifyNews` is on, and to no window of a host that shows notifications itself. */
  'news.arrived': event<NewsArrival>().with(z.object({})),
} as const
