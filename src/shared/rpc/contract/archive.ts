/** The archive: what was read from sources and is kept on this machine. */
import * as z from 'zod/mini'
import type { StorageKind } from '../../errors/error-reasons.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'

/** Why nothing is kept, or since when: `was_damaged` says that the file was set aside and begun anew. */
export type ArchiveProblem = StorageKind | 'was_damaged'

export interface ArchiveStatus {
  /** Null where everything is in memory. */
  readonly file: string | null
  /** It lies in a folder that the person has chosen, not beside the data. */
  readonly isMoved: boolean
  /** Nothing is kept meanwhile. */
  readonly isMoving: boolean
  /** What is read is kept: it is not turned off, and the file can be used. */
  readonly isOn: boolean
  readonly problem?: ArchiveProblem
  readonly bytes: number
  /** The source used last comes first. */
  readonly sources: readonly {
    readonly source: string
    readonly lists: number
    readonly rows: number
    readonly details: number
    readonly bytes: number
  }[]
}

export const archiveCalls = {
  'archive.status': call<ArchiveStatus>().with(z.object({})),
  /** What was read from one source, or everything; of an address, only its lists and details. It can be read again. */
  'archive.forget': call<null>().with(
    z.object({
      source: z.nullable(z.string().check(z.maxLength(200))),
      address: z.optional(address),
    }),
  ),
  /** Into another folder; null: back beside the data. Answers when it is there. */
  'archive.move': call<null>().with(z.object({ folder: z.nullable(z.string().check(z.maxLength(4096))) })),
} as const
