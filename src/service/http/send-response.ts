/** Sends a response: with its headers, compressed if that saves time, without its body for HEAD. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { ApiResponse } from './response.ts'

/**
 * Headers of a proxy in front. Without a proxy, client and service are on one machine: compressing and decompressing
 * a page takes longer there than sending it uncompressed.
 */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'via'] as const

/** Below this size, compression saves less than its header costs. */
const MIN_COMPRESSED_BYTES = 1024
const COMPRESSIBLE = /^(application\/json|text\/|image\/svg)/

const compress = promisify(gzip)

/** Resolves when the response was passed to the socket, or the client has gone. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  apiResponse: ApiResponse,
): Promise<void> {
  let body: Uint8Array =
    typeof apiResponse.body === 'string' ? Buffer.from(apiResponse.body) : apiResponse.body
  const compressible = COMPRESSIBLE.test(apiResponse.type)
  const compressed =
    compressible &&
    body.length > MIN_COMPRESSED_BYTES &&
    PROXY_HEADERS.some((name) => name in request.headers) &&
    acceptsGzip(request.headers['accept-encoding'])
  // Level 1: a page of 50 takes a millisecond and shrinks to a tenth; higher levels gain little here.
  if (compressed) body = await compress(body, { level: constants.Z_BEST_SPEED })
  response.writeHead(apiResponse.status, {
    'cache-control': 'max-age=0, private, must-revalidate',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': apiResponse.type,
    ...(compressible ? { vary: 'accept-encoding' } : {}),
    ...(compressed ? { 'content-encoding': 'gzip' } : {}),
    ...apiResponse.headers,
    ...(apiResponse.status === 204 || apiResponse.status === 304 ? {} : { 'content-length': body.length }),
  })
  if (request.method === 'HEAD' || body.length === 0) {
    response.end()
  } else {
    // Ended only after all of it was sent: a closing server counts an ended response as sent and cuts its connection.
    response.write(body, () => response.end())
  }
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  for (const part of String(header ?? '').split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (coding !== 'gzip' && coding !== '*') continue
    return !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  }
  return false
}
