/** Where a person's data is, and all of it at once: shown, exported, erased. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

/** Something that happened to the stored data, in a sentence or two; `aside` is where a damaged file was put. */
export interface StoreNotice {
  readonly kind: 'restored' | 'lost' | 'backup_failed'
  readonly words: string
  readonly aside?: string
}

export interface DataPlace {
  /** Null where everything is in memory. */
  readonly folder: string | null
  readonly bytes: number
  /** Newest first; days as `2026-10-07`. */
  readonly backups: readonly {
    readonly day: string
    readonly kind: 'daily' | 'migration'
    readonly bytes: number
  }[]
  readonly notices: readonly StoreNotice[]
}

export const dataCalls = {
  'data.place': call<DataPlace>().with(z.object({})),
  'data.openFolder': call<null>().with(z.object({})),
  /** Settings, own sources, watched addresses and recent places as one JSON text. No key is in it. */
  'data.export': call<{ readonly name: string; readonly text: string }>().with(z.object({})),
  /** All of it, keys and backups too. What can't be undone is asked for by its own words. */
  'data.erase': call<null>().with(z.object({ confirm: z.literal('erase everything') })),
} as const

export const dataEvents = {
  /** Everything was erased: what a window shows of it is no more. */
  'data.erased': event<null>().with(z.object({})),
} as const
