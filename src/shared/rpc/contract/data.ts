/** The data folder: its content shown, exported and erased, and imports from another data folder. */
import * as z from 'zod/mini'
import { call, event } from './definition.ts'

/** An event in the stored data. `movedTo`: the folder that a damaged file was moved to. */
export type StoreNotice =
  | {
      /**
       * The file was missing or damaged. `restored`: the backup of that day replaced it. `lost`: there was no backup.
       */
      readonly kind: 'restored' | 'lost'
      readonly file: 'missing' | 'damaged'
      readonly backupDay?: string
      readonly movedTo?: string
    }
  | { readonly kind: 'backup_failed'; readonly cause: 'full' | 'not_writable' }
  /** There was no room to write at the start: data is shown, but changes are refused or stay in memory. */
  | { readonly kind: 'disk_full' }

export interface DataLocation {
  /** Null if everything is in memory. */
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

/** The amount of a person's own data in a data folder. Keys are not counted: no folder contains them readably. */
export interface FolderContent {
  readonly sources: number
  readonly accounts: number
  readonly watched: number
  readonly settings: number
  readonly recentItems: number
  readonly abis: number
  readonly questions: number
  /** Without the notes of cases. */
  readonly notes: number
  /** Movements that were entered by hand. */
  readonly ledgerEntries: number
}

const folder = z.string().check(z.minLength(1), z.maxLength(4_096))

export const dataCalls = {
  /** Where the data folder is, and what it holds. */
  'data.location': call<DataLocation>().with(z.object({})),
  /** Shows the data folder in the file manager of the system. */
  'data.openFolder': call<null>().with(z.object({})),
  /**
   * Settings, own sources, watched addresses, recent items, ABIs, questions, notes and movements entered by hand as
   * one JSON text. It contains no key.
   */
  'data.export': call<{ readonly name: string; readonly text: string }>().with(z.object({})),
  /** Erases everything, including keys and backups. It can't be undone, so the confirmation is part of the call. */
  'data.erase': call<null>().with(z.object({ confirm: z.literal('erase everything') })),
} as const

export const folderCalls = {
  /**
   * Opens the system's dialog for folders; null if the person cancelled it. not_found in a host without dialogs,
   * where the person types the folder.
   */
  'data.chooseFolder': call<{ readonly folder: string | null }>().with(z.object({})),
  /**
   * Reads another data folder without changing it. `invalid_input` (field `folder`) and `storage` say why it can't be
   * imported.
   */
  'data.inspectFolder': call<FolderContent>().with(z.object({ folder })),
  /** Adds what is missing here, after a backup; existing data stays. Counts what was added. */
  'data.importFolder': call<FolderContent>().with(z.object({ folder })),
} as const

export const dataEvents = {
  /** Everything was erased: windows must drop what they show of it. */
  'data.erased': event<null>().with(z.object({})),
} as const
