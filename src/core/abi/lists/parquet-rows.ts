/** Reads the signatures in a Parquet file as a stream. */
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

/** Throws if the file can't be read, or declares more than `maxRows` rows. */
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

/** Bytes as text: 4 or 32 bytes are a hash and become hex. */
const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(
    bytes.length === 4 || bytes.length === 32 ? 'hex' : 'utf8',
  )

/** Reads parts of an open file. */
export const fileBytes = (file: number, length: number): FileBytes => ({
  length,
  read(start, size) {
    if (!(start >= 0 && size >= 0 && start + size <= length)) throw new Error('The file ends too early.')
    const bytes = new Uint8Array(size)
    readSync(file, bytes, 0, size, start)
    return bytes
  },
})
