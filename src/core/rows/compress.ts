/** Compressed bytes, of JSON for the most part. The first one says how, so that a file outlives the program that wrote it. */
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
  const bytes = Buffer.from(JSON.stringify(value))
  return hasZstd
    ? Buffer.concat([
        Buffer.of(ZSTD),
        zstdCompressSync(bytes, {
          params: {
            [constants.ZSTD_c_compressionLevel]: 3,
            // Four bytes: without them nine in ten flipped bits give other amounts and names, and nobody notices.
            [constants.ZSTD_c_checksumFlag]: 1,
          },
        }),
      ])
    : Buffer.concat([
        Buffer.of(BROTLI),
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
      ])
}

/** Throws `storage` (damaged) for bytes that are not what `compressJson` writes. */
function decompressBytes(bytes: Uint8Array): Buffer {
  try {
    const body = bytes.subarray(1)
    const options = { maxOutputLength: MAX_BYTES }
    return bytes[0] === ZSTD ? zstdDecompressSync(body, options) : brotliDecompressSync(body, options)
  } catch {
    throw createStorageError('damaged')
  }
}

/** Throws `storage` (damaged) for bytes that are not what `compressJson` writes. */
export function decompressJson(bytes: Uint8Array): unknown {
  const text = decompressBytes(bytes).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw createStorageError('damaged')
  }
}
