/** Another Chainglass data folder: looked into, and what is in it taken over beside what is here. */
import * as z from 'zod/mini'
import { call } from './definition.ts'

/** How much of a person's own is in a folder. Keys are in no folder as they are, so none is ever taken along. */
export interface FolderContent {
  readonly sources: number
  readonly accounts: number
  readonly watched: number
  readonly settings: number
  readonly places: number
}

const folder = z.string().check(z.minLength(1), z.maxLength(4_096))

export const folderCalls = {
  /** The system's own dialog; null where a person called it off. not_found in a host that has none: there one types. */
  'folder.choose': call<{ readonly folder: string | null }>().with(z.object({})),
  /** Touches nothing of it. `invalid_input` (field `folder`) and `storage` say in words why it can't be taken. */
  'folder.look': call<FolderContent>().with(z.object({ folder })),
  /** What is not here yet is added, after a backup; what is here stays. Counts what was added. */
  'folder.take': call<FolderContent>().with(z.object({ folder })),
} as const
