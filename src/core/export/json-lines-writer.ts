/** Writes JSON Lines: every item as the source gave it, including unreadable ones; or the chosen columns. */
import { lineOfRow } from '#shared/chain/own-text.ts'
import { jsonOfRow } from '#shared/export/pick-columns.ts'
import { rowsInOrder } from '#shared/lists/page.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'
import { openTextWriter } from './text-writer.ts'

export const openJsonLinesWriter = (options: WriterOptions): Promise<RowWriter> =>
  openTextWriter(options, '', (page) =>
    (options.table.isPicked
      ? options.table.rowsOf(page).map((row) => JSON.stringify(jsonOfRow(row, options.table.columns)))
      : rowsInOrder(page).map(lineOfRow)
    )
      .map((line) => `${line}\n`)
      .join(''),
  )
