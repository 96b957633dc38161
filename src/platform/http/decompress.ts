import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { HttpError } from './http-error.ts'

/** What this client asks for and can unpack. */
export const ACCEPT_ENCODING = 'gzip, br'

const UNPACK = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
}

/** The body as written. Unpacking stops at `maxBytes`: a few kilobytes can unpack to gigabytes. */
export async function decompress(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity' || name === '' || body.length === 0) return body
  if (!(name in UNPACK)) throw new HttpError({ kind: 'unknown_encoding' })
  try {
    return await UNPACK[name as keyof typeof UNPACK](body, { maxOutputLength: maxBytes })
  } catch (error) {
    const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw new HttpError(tooLarge ? { kind: 'too_large', limit: maxBytes } : { kind: 'cut' })
  }
}
