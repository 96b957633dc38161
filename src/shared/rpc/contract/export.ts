/** Whole lists as files, written by the core. */
import * as z from 'zod/mini'
import type { ListId } from '#shared/lists/list-table.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import type { ChainglassError } from '../../errors/errors.ts'
import { call, event } from './definition.ts'
import { listFields, others, type Filters } from './lists.ts'

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Exports that are not done; of those that are, as many are remembered. */
export const MAX_EXPORTS = 50

export const exportRequest = z.object({
  ...listFields,
  others,
  /** Only rows that match, in the filter language; empty for all. */
  where: z.string().check(z.maxLength(MAX_QUERY_LENGTH)),
  /** In which dates are meant. */
  zone: z.enum(['local', 'utc']),
  format: z.enum(EXPORT_FORMATS),
})
export type ExportRequest = z.infer<typeof exportRequest>

/**
 * `reading`: rows that are not on this machine yet are read from the source first. `failed`: it goes on when it is
 * resumed, or begins again.
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
  /** Rows of the list that went through; of them `rows` are in the file. While it reads: rows that are loaded. */
  readonly read: number
  readonly rows: number
  readonly bytes: number
  /** Where it is, or will be. */
  readonly file: string
  readonly error?: ChainglassError
  /** What the source said about its list. */
  readonly notice?: string
}

const id = z.object({ id: z.int().check(z.positive()) })

export const exportCalls = {
  /**
   * Null where the person called the choice of a folder off. Without a dialog (a browser), it goes into the data folder.
   * `invalid_input` with field `where`: the question is wrong, or can't be asked of this list.
   */
  'export.start': call<{ readonly id: number } | null>().with(exportRequest),
  'export.pause': call<null>().with(id),
  /** Goes on where it stopped; of one that failed on a disk, begins again. */
  'export.resume': call<null>().with(id),
  /** One that is not done is cancelled and nothing of it stays; the file of one that is done stays. */
  'export.remove': call<null>().with(id),
  /** Where the browser gets the file of one that is done: once, and soon. not_found in a host that has no downloads. */
  'export.download': call<{ readonly path: string }>().with(id),
} as const

export const exportEvents = {
  /** All exports, the newest first, whenever one of them has moved on. */
  'export.jobs': event<readonly ExportJob[]>().with(z.object({})),
} as const
