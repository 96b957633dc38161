/** The archive: data that was read from sources and is stored on this machine. */
import * as z from 'zod/mini'
import type { StorageKind } from '../../errors/error-reasons.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'

/**
 * A problem of the archive. `was_damaged`: the file was set aside, and a new archive begun, which is used. With any
 * other, nothing is stored.
 */
export type ArchiveProblem = StorageKind | 'was_damaged'

export interface ArchiveStatus {
  /** Null if everything is in memory. */
  readonly file: string | null
  /** Whether the archive is in a folder that the person chose, and not beside the data. */
  readonly isMoved: boolean
  /** Whether the archive is being moved; nothing is stored meanwhile. */
  readonly isMoving: boolean
  /** Whether data that is read is stored: the archive is turned on, and the file can be used. */
  readonly isOn: boolean
  readonly problem?: ArchiveProblem
  readonly bytes: number
  /** The most recently used source comes first. */
  readonly sources: readonly {
    readonly source: string
    readonly lists: number
    readonly rows: number
    readonly details: number
    readonly bytes: number
  }[]
}

export const archiveCalls = {
  /** How much is stored, where, and whether it can be written. */
  'archive.status': call<ArchiveStatus>().with(z.object({})),
  /**
   * Deletes stored data of one source, or all; with `address` only that address's lists and details. It can be read
   * again.
   */
  'archive.forget': call<null>().with(
    z.object({
      source: z.nullable(z.string().check(z.maxLength(200))),
      address: z.optional(address),
    }),
  ),
  /** Moves the archive to another folder; null moves it back beside the data. Replies when the move is done. */
  'archive.move': call<null>().with(z.object({ folder: z.nullable(z.string().check(z.maxLength(4096))) })),
} as const
