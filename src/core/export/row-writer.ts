/** Rows into a file, one page after another: what every format has in common. */
import type { ExportPage, RowTable } from '#shared/export/export-row.ts'

/** From here a writer goes on. */
export interface WriterState {
  readonly offset: number
  /** What the format has to know of the part before. */
  readonly memory: Uint8Array | null
}

export interface RowWriter {
  readonly bytes: number
  write(this: void, page: ExportPage): Promise<void>
  /** Once everything that was given is on the disk; undefined where rows wait for more of them. */
  save(this: void): Promise<WriterState | undefined>
  /** The file is whole then, and on the disk. */
  finish(this: void): Promise<void>
  close(this: void): Promise<void>
}

export interface WriterOptions {
  readonly path: string
  readonly table: RowTable
  /** Undefined begins the file. */
  readonly from: WriterState | undefined
}
