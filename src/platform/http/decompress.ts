import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { HttpErrorReason } from './http-error.ts'

/** The encodings that `decompress` supports, as a request header. */
export const ACCEPT_ENCODING = 'gzip, br'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
}

/** Decompresses a body. Stops at `maxBytes`: a few kilobytes can unpack to gigabytes. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | HttpErrorReason> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '' || body.length === 0) return body
  if (!(name in DECODERS)) return { kind: 'unknown_encoding' }
  try {
    return await DECODERS[name as keyof typeof DECODERS](body, { maxOutputLength: maxBytes })
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    return tooLarge ? { kind: 'too_large', maxBytes } : { kind: 'cut' }
  }
}
