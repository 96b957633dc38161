/** The signatures in a Parquet file, one row group after another, none of it read whole. */
import { readSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer } from 'hyparquet'
import { isHash, keyOfHash, readSignature, type ReadRow } from './list-rows.ts'

/** Of one page, unpacked; writers make them of one. */
const MAX_PAGE_BYTES = 128 * 1024 * 1024
/** Rows that are in memory at once. */
const MAX_STEP = 100_000

/** What a page may be packed with, besides Snappy. Each throws where more comes out of it than a page has. */
const unpack = { maxOutputLength: MAX_PAGE_BYTES }
const COMPRESSORS = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes, unpack),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes, unpack),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes, unpack),
}

class TooManyRows extends Error {
  readonly rows: number
  constructor(rows: number) {
    super('The file says that it has too many rows.')
    this.rows = rows
  }
}

/** Throws where the file can't be read, or says that it has more than `maxRows`. */
export async function* readParquetRows(source: AsyncBuffer, maxRows: number): AsyncGenerator<ReadRow> {
  const metadata = await parquetMetadataAsync(source)
  const rows = Number(metadata.num_rows)
  if (rows > maxRows) throw new TooManyRows(rows)
  const columns = parquetSchema(metadata)
    .children.filter(({ element, children }) => children.length === 0 && element.type?.endsWith('BYTE_ARRAY'))
    .map(({ element }) => element.name)
  if (columns.length === 0) throw new Error('It has no column of texts.')
  for (let start = 0; start < rows; start += MAX_STEP) {
    const found = await parquetReadObjects({
      file: source,
      metadata,
      columns,
      rowStart: start,
      rowEnd: Math.min(rows, start + MAX_STEP),
      utf8: false,
      compressors: COMPRESSORS,
    })
    for (const row of found) yield readRow(Object.values(row))
  }
}

function readRow(values: readonly unknown[]): ReadRow {
  let signature: string | null = null
  let key: number | undefined
  for (const value of values) {
    const text = value instanceof Uint8Array ? asText(value) : value
    if (typeof text !== 'string') continue
    if (isHash(text)) key ??= keyOfHash(text)
    else signature ??= readSignature(text)
  }
  return signature === null ? 'unread' : { signature, key }
}

/** Four or 32 bytes are a hash, others a text. */
const asText = (bytes: Uint8Array): string =>
  bytes.length === 4 || bytes.length === 32
    ? Buffer.from(bytes).toString('hex')
    : Buffer.from(bytes).toString('utf8')

/** Of an open file, which is never in memory whole. */
export function fileBytes(file: number, byteLength: number): AsyncBuffer {
  return {
    byteLength,
    slice(start, end = byteLength) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, byteLength) - start))
      readSync(file, bytes, 0, bytes.length, start)
      return bytes.buffer
    },
  }
}
