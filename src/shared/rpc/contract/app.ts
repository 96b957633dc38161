/** The program itself: its version, settings, recent items, and the few things that only a host can do. */
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
  /** Features that this system does not give the host; the settings page lists them. */
  readonly limits: readonly HostLimit[]
}

/** A page that a person visited. */
const recentItem = z.object({
  source: z.string(),
  /** A path of the renderer's router without its source: `/address/0x…`. */
  path: z.string().check(z.maxLength(400)),
  title: z.string().check(z.maxLength(200)),
})
export type RecentItem = z.infer<typeof recentItem>

export const appCalls = {
  /** The versions of the program, and the host that it runs in. */
  'app.info': call<AppInfo>().with(z.object({})),
  /** Changes only the given settings. `null` is no value: a default is set like any other value. */
  'settings.change': call<Settings>().with(settings),
  /** Adds a recent item in memory at once; it is written to the disk a moment later. */
  'recent.visit': call<null>().with(recentItem),
  /** By source id: the path that was visited last. */
  'recent.ofSources': call<Readonly<Record<string, string>>>().with(z.object({})),
  /** Forgets all recent items. */
  'recent.clear': call<null>().with(z.object({})),
  /** Opens an https link in the browser. Other links are refused. */
  'links.open': call<null>().with(z.object({ url: z.string().check(z.maxLength(2_000)) })),
} as const

export const appEvents = {
  /** The settings that differ from their defaults. */
  'settings.changed': event<Settings>().with(z.object({})),
  /** The recent items, newest first. */
  'recent.changed': event<readonly RecentItem[]>().with(z.object({})),
} as const
