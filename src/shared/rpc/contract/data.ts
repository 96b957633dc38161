/** Where a person's data is, and all of it at once: shown, exported, erased, imported from another data folder. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

/** Something that happened to the stored data. `movedTo`: the folder that a damaged file was moved to. */
export type StoreNotice =
  | {
      /** The file was missing or damaged. A backup of that day took its place; without one there was nothing left. */
      readonly kind: 'restored' | 'lost'
      readonly file: 'missing' | 'damaged'
      readonly backupDay?: string
      readonly movedTo?: string
    }
  | { readonly kind: 'backup_failed'; readonly cause: 'full' | 'not_writable' }
  /** At the start there was no room to write: what is there is shown, and a change is refused, or in memory only. */
  | { readonly kind: 'disk_full' }

export interface DataLocation {
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

/** How much of a person's own is in a data folder. No key: keys are in no folder as they are. */
export interface FolderContent {
  readonly sources: number
  readonly accounts: number
  readonly watched: number
  readonly settings: number
  readonly recentItems: number
  readonly abis: number
  readonly questions: number
  /** Of no case. */
  readonly notes: number
  /** Movements entered by hand. */
  readonly ledgerEntries: number
}

const folder = z.string().check(z.minLength(1), z.maxLength(4_096))

export const dataCalls = {
  'data.location': call<DataLocation>().with(z.object({})),
  'data.openFolder': call<null>().with(z.object({})),
  /** Settings, own sources, watched addresses, recent items, ABIs, questions, notes and movements entered by hand as one JSON text. No key is in it. */
  'data.export': call<{ readonly name: string; readonly text: string }>().with(z.object({})),
  /** All of it, keys and backups too. It can't be undone, so the confirmation is part of the call. */
  'data.erase': call<null>().with(z.object({ confirm: z.literal('erase everything') })),
} as const

export const folderCalls = {
  /** The system's own dialog; null where a person called it off. not_found in a host that has none: there one types. */
  'data.chooseFolder': call<{ readonly folder: string | null }>().with(z.object({})),
  /** Changes nothing in it. `invalid_input` (field `folder`) and `storage` say why it can't be imported. */
  'data.inspectFolder': call<FolderContent>().with(z.object({ folder })),
  /** What is not here yet is added, after a backup; what is here stays. Counts what was added. */
  'data.importFolder': call<FolderContent>().with(z.object({ folder })),
} as const

export const dataEvents = {
  /** Everything was erased: what a window shows of it is no more. */
  'data.erased': event<null>().with(z.object({})),
} as const
