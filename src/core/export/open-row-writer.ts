/** Opens the writer of a format. */
import type { ExportFormat } from '#shared/rpc/contract/export.ts'
import { openCsvWriter } from './csv-writer.ts'
import { openJsonLinesWriter } from './json-lines-writer.ts'
import { openParquetWriter } from './parquet-writer.ts'
import type { RowWriter, WriterOptions } from './row-writer.ts'

const WRITERS: Readonly<Record<ExportFormat, (options: WriterOptions) => Promise<RowWriter>>> = {
  csv: openCsvWriter,
  jsonl: openJsonLinesWriter,
  parquet: openParquetWriter,
}

export const openRowWriter = (format: ExportFormat, options: WriterOptions) => WRITERS[format](options)
