/** Compresses bytes, mostly JSON. The first byte names the format, so that later versions can read the file. */
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { createStorageError } from '#platform/sqlite/storage-error.ts'
import { runZlib } from '#platform/threads/zlib-lock.ts'

const ZSTD = 1
const BROTLI = 2
/** Maximum size of one unpacked body: a hundred rows of the maximum size of an item. */
const MAX_BYTES = 64 * 1024 * 1024

/** Absent in Node before 22.15, although the types declare it. */
const hasZstd = typeof (zstdCompressSync as unknown) === 'function'

export function compressJson(value: unknown): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(value))
  const body = runZlib(() =>
    hasZstd
      ? zstdCompressSync(bytes, {
          params: {
            [constants.ZSTD_c_compressionLevel]: 3,
            // A checksum of four bytes: without it, nine in ten flipped bits would change amounts and names unnoticed.
            [constants.ZSTD_c_checksumFlag]: 1,
          },
        })
      : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  )
  return Buffer.concat([Buffer.of(hasZstd ? ZSTD : BROTLI), body])
}

/** Throws `storage` (damaged) for bytes that `compressJson` did not write. */
function decompressBytes(bytes: Uint8Array): Buffer {
  try {
    const body = bytes.subarray(1)
    const options = { maxOutputLength: MAX_BYTES }
    return runZlib(() =>
      bytes[0] === ZSTD ? zstdDecompressSync(body, options) : brotliDecompressSync(body, options),
    )
  } catch {
    throw createStorageError('damaged')
  }
}

/** Throws `storage` (damaged) for bytes that `compressJson` did not write. */
export function decompressJson(bytes: Uint8Array): unknown {
  const text = decompressBytes(bytes).toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw createStorageError('damaged')
  }
}
