/** Writes JSON Lines: every item as the source wrote it, including unreadable ones. */
import { wireRow } from '#shared/lists/wire-row.ts'
import { rowsInOrder } from '#shared/lists/page.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'
import { openTextWriter } from './text-writer.ts'

export const openJsonLinesWriter = (options: WriterOptions): Promise<RowWriter> =>
  openTextWriter(options, '', (page) =>
    rowsInOrder(page)
      .map((row) => `${wireRow(row)}\n`)
      .join(''),
  )
