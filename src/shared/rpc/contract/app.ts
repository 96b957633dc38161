/** The program itself: what it is, what a person set, and the few things only a host can do. */
import * as z from 'zod/mini'
import { settings } from '#shared/settings-schema.ts'
import type { Settings } from '#shared/settings.ts'
import { call, event } from './definition.ts'

const hostLimits = ['no_sandbox', 'no_notifications'] as const
export type HostLimit = (typeof hostLimits)[number]
export const isHostLimit = (value: unknown): value is HostLimit =>
  (hostLimits as readonly unknown[]).includes(value)

export interface AppInfo {
  readonly name: 'Chainglass'
  readonly version: string
  readonly host: 'electron' | 'loopback'
  readonly platform: 'mac' | 'windows' | 'linux'
  /** What this system does not give the host, to be said in the settings. */
  readonly limits: readonly HostLimit[]
}

/** A route a person visited. */
const recentItem = z.object({
  source: z.string(),
  /** A path of the renderer's router without its source: `/address/0x…`. */
  path: z.string().check(z.maxLength(400)),
  title: z.string().check(z.maxLength(200)),
})
export type RecentItem = z.infer<typeof recentItem>

export const appCalls = {
  'app.info': call<AppInfo>().with(z.object({})),
  /** Only the keys given are changed; `null` can't be set, a default is a value like any other. */
  'settings.change': call<Settings>().with(settings),
  /** Kept at once and written to the disk a moment later. */
  'recent.visit': call<null>().with(recentItem),
  /** By source id: the path that was visited last. */
  'recent.ofSources': call<Readonly<Record<string, string>>>().with(z.object({})),
  'recent.clear': call<null>().with(z.object({})),
  /** Opens an https link outside; anything else is refused. */
  'links.open': call<null>().with(z.object({ url: z.string().check(z.maxLength(2_000)) })),
} as const

export const appEvents = {
  'settings.changed': event<Settings>().with(z.object({})),
  'recent.changed': event<readonly RecentItem[]>().with(z.object({})),
} as const
