/** The interface of writers of any format, which write rows to a file page by page. */
import type { ExportPage, RowTable } from '#shared/export/export-row.ts'

/** The state from which a writer continues. */
export interface WriterState {
  readonly offset: number
  /** The format's data about the part that is written. */
  readonly memory: Uint8Array | null
}

export interface RowWriter {
  readonly bytes: number
  write(this: void, page: ExportPage): Promise<void>
  /** Resolves when everything is on the disk; undefined if rows still wait for a group. */
  save(this: void): Promise<WriterState | undefined>
  /** Completes the file on the disk. */
  finish(this: void): Promise<void>
  close(this: void): Promise<void>
}

/** The subject of a file, for formats that can contain it. */
export interface ExportAbout {
  readonly list: string
  readonly chainId: string | undefined
  /** The filter of the rows; empty for all rows. */
  readonly filter: string
  /** When it was begun, in ms since 1970. */
  readonly at: number
}

export interface WriterOptions {
  readonly path: string
  readonly table: RowTable
  readonly about: ExportAbout
  /** Whether a CSV begins with a byte order mark. */
  readonly hasMark?: boolean
  /** Undefined begins the file. */
  readonly from: WriterState | undefined
}
