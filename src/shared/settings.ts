/** The settings of a person, and their defaults. */
import type { infer as Infer } from 'zod/mini'
import type { settings } from './settings-schema.ts'

export type Settings = Infer<typeof settings>

/** Every setting with a value. */
export type AllSettings = { readonly [Name in keyof Settings]-?: NonNullable<Settings[Name]> }

const DEFAULT_SETTINGS: AllSettings = {
  theme: 'system',
  language: 'system',
  time: 'relative',
  zone: 'local',
  images: true,
  foldScam: true,
  singleKeys: true,
  shortcuts: {},
  columns: {},
  refusedFilters: {},
  hexWords: false,
  words: {},
  nftView: 'grid',
  pollInBackground: true,
  pollOnMetered: false,
  notifyActivity: false,
  checkWatched: false,
  keepRead: true,
  keepMegabytes: 2_000,
  askEverywhere: false,
  leftOutEverywhere: [],
  hideEmptyEverywhere: false,
  dismissed: [],
}

/** The settings with defaults for those that are not set. */
export const withDefaults = (set: Settings): AllSettings => ({ ...DEFAULT_SETTINGS, ...set }) as AllSettings
