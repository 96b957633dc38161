/** Exports of whole lists to files, which the core writes. */
import * as z from 'zod/mini'
import type { ListId } from '#shared/lists/list-table.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { listFields, others, type Filters } from './lists.ts'

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The maximal number of unfinished exports; the same number of finished ones is remembered. */
export const MAX_EXPORTS = 50

export const exportRequest = z.object({
  ...listFields,
  others,
  /** Only rows that match this filter are exported; empty for all. */
  where: z.string().check(z.maxLength(MAX_QUERY_LENGTH)),
  /** The time zone of dates in `where`. */
  zone: z.enum(['local', 'utc']),
  format: z.enum(EXPORT_FORMATS),
})
export type ExportRequest = z.infer<typeof exportRequest>

/**
 * `reading`: rows that are missing on this machine are read from the source first. `failed`: resuming continues the
 * export, or begins again.
 */
type ExportState = 'waiting' | 'reading' | 'writing' | 'paused' | 'failed' | 'done'

export interface ExportJob {
  readonly id: number
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Filters
  readonly where: string
  readonly format: ExportFormat
  readonly state: ExportState
  /**
   * `read`: rows of the list that were processed; `rows` of them are in the file. In the state `reading`: rows that
   * are loaded.
   */
  readonly read: number
  readonly rows: number
  readonly bytes: number
  readonly file: string
  readonly error?: ChainglassError
  /** The source's message about the list. */
  readonly notice?: string
}

const id = z.object({ id: z.int().check(z.positive()) })

export const exportCalls = {
  /**
   * Starts an export; null if the person cancelled the choice of a folder. Without a dialog (a browser), the file
   * goes into the data folder. `invalid_input` (field `where`): the filter is invalid, or this list does not support
   * it.
   */
  'export.start': call<{ readonly id: number } | null>().with(exportRequest),
  /** Stops an export until it is continued. */
  'export.pause': call<null>().with(id),
  /** Continues an export. One that failed on a disk begins again. */
  'export.resume': call<null>().with(id),
  /** Cancels an unfinished export and deletes its file. The file of a finished one stays. */
  'export.remove': call<null>().with(id),
  /**
   * Gives a path from which the browser can download a finished export once, and soon. not_found in a host without
   * downloads.
   */
  'export.download': call<{ readonly path: string }>().with(id),
} as const

export const exportEvents = {
  /** All exports, the newest first, at each progress. */
  'export.jobs': event<readonly ExportJob[]>().with(z.object({})),
} as const
