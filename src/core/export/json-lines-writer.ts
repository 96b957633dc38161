/** Writes JSON Lines: every item as the source gave it, including unreadable ones; or the chosen columns. */
import { asItCame, parseRaw } from '#shared/chain/invalid-fields.ts'
import { jsonOfRow } from '#shared/export/pick-columns.ts'
import { rowsInOrder } from '#shared/lists/page.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'
import { openTextWriter } from './text-writer.ts'

export const openJsonLinesWriter = (options: WriterOptions): Promise<RowWriter> =>
  openTextWriter(options, '', (page) =>
    // Each item on one line, whatever the formatting of its JSON.
    (options.table.isPicked
      ? options.table.rowsOf(page).map((row) => jsonOfRow(row, options.table.columns))
      : rowsInOrder(page).map((row) => ('item' in row ? asItCame(row.item) : parseRaw(row.unread.raw)))
    )
      .map((item) => `${JSON.stringify(item)}\n`)
      .join(''),
  )
