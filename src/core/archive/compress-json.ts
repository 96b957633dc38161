/** JSON as compressed bytes. The first byte says how, so that a file outlives the program that wrote it. */
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { createStorageError } from '#platform/sqlite/storage-error.ts'

const ZSTD = 1
const BROTLI = 2
/** Of one body: a hundred rows, each within the bounds of an item. */
const MAX_BYTES = 64 * 1024 * 1024

/** Absent in a Node before 22.15, whatever its types say. */
const hasZstd = typeof (zstdCompressSync as unknown) === 'function'

export function compressJson(value: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(value))
  return hasZstd
    ? Buffer.concat([Buffer.of(ZSTD), zstdCompressSync(text)])
    : Buffer.concat([
        Buffer.of(BROTLI),
        brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
      ])
}

/** Throws `storage` (damaged) for bytes that are not what `compressJson` writes. */
export function decompressJson(bytes: Uint8Array): unknown {
  try {
    const body = bytes.subarray(1)
    const options = { maxOutputLength: MAX_BYTES }
    const text = bytes[0] === ZSTD ? zstdDecompressSync(body, options) : brotliDecompressSync(body, options)
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw createStorageError('damaged')
  }
}
