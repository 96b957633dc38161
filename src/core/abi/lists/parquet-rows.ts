/** The signatures in a Parquet file, none of it read whole. */
import { readSync } from 'node:fs'
import { isHash, keyOfHash, readSignature, type ReadRow } from './list-rows.ts'
import { openParquetTexts, type FileBytes } from './parquet/parquet-texts.ts'

class TooManyRows extends Error {
  readonly rows: number
  constructor(rows: number) {
    super('The file says that it has too many rows.')
    this.rows = rows
  }
}

/** Throws where the file can't be read, or says that it has more than `maxRows`. */
export function* readParquetRows(source: FileBytes, maxRows: number): Generator<ReadRow> {
  const texts = openParquetTexts(source)
  if (texts.rows > maxRows) throw new TooManyRows(texts.rows)
  for (const row of texts.read()) yield readRow(row)
}

function readRow(values: readonly Uint8Array[]): ReadRow {
  let signature: string | null = null
  let key: number | undefined
  for (const value of values) {
    const text = asText(value)
    if (isHash(text)) key ??= keyOfHash(text)
    else signature ??= readSignature(text)
  }
  return signature === null ? 'unread' : { signature, key }
}

/** Four or 32 bytes are a hash, others a text. */
const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    bytes.length === 4 || bytes.length === 32 ? 'hex' : 'utf8',
  )

/** Of an open file, which is never in memory whole. */
export const fileBytes = (file: number, length: number): FileBytes => ({
  length,
  read(start, size) {
    if (!(start >= 0 && size >= 0 && start + size <= length)) throw new Error('The file ends too early.')
    const bytes = new Uint8Array(size)
    readSync(file, bytes, 0, size, start)
    return bytes
  },
})
