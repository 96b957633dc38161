/**
 * Offers files in the data folder's exports for download. An admitted page asks the core for a file and gets an
 * unguessable path, which works once, and for a minute. The host maps the path to the file, so no path leads to
 * another file.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, realpathSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface OfferedFiles {
  /** Returns the download path. Throws for a file outside the folder of exports. */
  offer(this: void, file: string): string
  /** Returns false if the request is for something else. */
  serve(this: void, request: IncomingMessage, response: ServerResponse, path: string): boolean
}

const OFFERED_PATH = '/download/'
const OFFER_MS = 60_000
/** The oldest offer is dropped first. */
const MAX_OFFERS = 64

interface Offer {
  readonly file: string
  readonly madeAt: number
}

export function createOfferedFiles(
  dataDir: string,
  /** A monotonic clock in ms: the time of day can jump. */
  now: () => number = () => performance.now(),
): OfferedFiles {
  const offers = new Map<string, Offer>()

  /** Each offer can be taken once. */
  function take(token: string): string | undefined {
    const offer = offers.get(token)
    offers.delete(token)
    return offer && now() - offer.madeAt <= OFFER_MS ? offer.file : undefined
  }

  return {
    offer(given) {
      const file = realpathSync(given)
      if (!file.startsWith(realpathSync(join(dataDir, 'exports')) + sep) || !statSync(file).isFile())
        throw new Error('Only exports are offered.')
      const token = randomBytes(32).toString('base64url')
      offers.set(token, { file, madeAt: now() })
      for (const oldest of offers.keys()) {
        if (offers.size <= MAX_OFFERS) break
        offers.delete(oldest)
      }
      return OFFERED_PATH + token
    },
    serve(request, response, path) {
      if (!path.startsWith(OFFERED_PATH)) return false
      const site = request.headers['sec-fetch-site']
      // A page of another origin that knows the path must not use it up.
      const isOurs = request.method === 'GET' && (site === undefined || site === 'same-origin')
      const file = isOurs ? take(path.slice(OFFERED_PATH.length)) : undefined
      const size = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.size
      if (file === undefined || size === undefined) {
        response.writeHead(404, {
          'content-type': 'text/plain; charset=utf-8',
          'x-content-type-options': 'nosniff',
        })
        response.end('No such file.')
        return true
      }
      response.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-length': size,
        'content-disposition': `attachment; filename="${asciiName(basename(file))}"`,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      // A browser or a file that disappears ends only the download.
      pipeline(createReadStream(file), response).catch(() => {
        response.destroy()
      })
      return true
    },
  }
}

/** Removes characters that end a quoted string or a header. Names of exports contain no others. */
const asciiName = (name: string) => name.replace(/[^A-Za-z0-9 ().,_-]/g, '_')
