/** JSON Lines: every item as the source gave it, also one that could not be read. */
import { asItCame, parseRaw } from '#shared/chain/odd-fields.ts'
import { rowsInOrder } from '#shared/lists/page.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'
import { openTextWriter } from './text-writer.ts'

export const openJsonLinesWriter = (options: WriterOptions): Promise<RowWriter> =>
  openTextWriter(options, '', (page) =>
    // On one line each, whatever its JSON was written like.
    rowsInOrder(page)
      .map((row) => ('item' in row ? asItCame(row.item) : parseRaw(row.unread.raw)))
      .map((item) => `${JSON.stringify(item)}\n`)
      .join(''),
  )
