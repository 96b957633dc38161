/** Opens the writer of a format. */
import { lineOfRow } from '#shared/lists/own-text.ts'
import { jsonOfRow } from '#shared/export/pick-columns.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { rowsInOrder } from '#shared/lists/page.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { ExportFormat } from '#shared/rpc/contract/export.ts'
import { openCsvWriter } from './csv-writer.ts'
import { openParquetWriter } from './parquet-writer.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'
import { openTextWriter } from './text-writer.ts'

/** Writes JSON Lines: every item as the source gave it, including unreadable ones; or the chosen columns. */
const openJsonLinesWriter = (options: WriterOptions): Promise<RowWriter> =>
  openTextWriter(options, '', (page) =>
    (options.table.isPicked
      ? options.table.rowsOf(page).map((row) => JSON.stringify(jsonOfRow(row, options.table.columns)))
      : rowsInOrder(page).map(lineOfRow)
    )
      .map((line) => `${line}\n`)
      .join(''),
  )

const WRITERS: Readonly<Record<ExportFormat, (options: WriterOptions) => Promise<RowWriter>>> = {
  csv: openCsvWriter,
  jsonl: openJsonLinesWriter,
  parquet: openParquetWriter,
}

/** Describes the filters of the source, and the question. */
export const describeFilter = ({
  filters,
  where,
}: {
  readonly filters: Filters
  readonly where: string
}): string =>
  [
    ...Object.entries(filters).flatMap(([name, value]) =>
      // How many rows a page has says nothing of the file.
      name === PAGE_SIZE ? [] : `${name}=${String(value)}`,
    ),
    where.trim(),
  ]
    .filter((part) => part !== '')
    .join(' ')

export const openRowWriter = (format: ExportFormat, options: WriterOptions) => WRITERS[format](options)
