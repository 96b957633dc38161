import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { Source } from '#shared/source.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { guardedFetch } from '#platform/http/guarded-fetch.ts'
import { detectImageType } from './image-type.ts'
import { type Gateways, resolveWebAddresses } from './web-addresses.ts'

/** NFT originals of some MB are common; a thumbnail is tens of kB. */
const MAX_BYTES = 8 * 1024 * 1024
const CACHE_BYTES = 48 * 1024 * 1024
const TIMEOUT_MS = 15_000

interface Image {
  readonly type: string
  readonly base64: string
}

export interface ImageDeps {
  readonly source: (id: string) => Promise<Source> | Source
  readonly userAgent: string
  readonly gateways: Gateways
  /** Whether the person lets the app fetch remote images. */
  readonly allowed: () => boolean
}

/** The `media.image` call: one fetch for identical ones, and a bounded memory of the newest images. */
export function imageHandlers(deps: ImageDeps): Pick<Handlers, 'media.image'> {
  const cache = new Map<string, Image>()
  let held = 0

  function keep(key: string, image: Image) {
    cache.set(key, image)
    held += image.base64.length
    for (const [oldest, { base64 }] of cache) {
      if (held <= CACHE_BYTES) break
      cache.delete(oldest)
      held -= base64.length
    }
  }

  /** From the first address that has it; else why the last one had not. */
  async function fetched(url: string, origin: string, signal: AbortSignal): Promise<Uint8Array> {
    let failure: unknown = new ChainglassFailure({
      code: 'invalid_input',
      field: 'url',
      reason: 'not_a_web_address',
    })
    for (const address of resolveWebAddresses(url, deps.gateways)) {
      try {
        return await guardedFetch(address.url, {
          allowedOrigin: address.allowedOrigin ?? origin,
          userAgent: deps.userAgent,
          accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif',
          maxBytes: MAX_BYTES,
          timeoutMs: TIMEOUT_MS,
          signal,
        })
      } catch (error) {
        failure = error
        if (signal.aborted) break
      }
    }
    throw failure
  }

  return {
    async 'media.image'({ source, url }, { signal }) {
      if (!deps.allowed()) {
        throw new ChainglassFailure({
          code: 'forbidden',
          byWhom: 'chainglass',
          reason: 'images_off',
        })
      }
      const origin = new URL((await deps.source(source)).baseUrl).origin
      const key = `${origin} ${url}`
      const known = cache.get(key)
      if (known) {
        cache.delete(key)
        cache.set(key, known)
        return known
      }
      const bytes = /^\s*data:/i.test(url)
        ? dataBytes(new URL(url.trim()).href)
        : await fetched(url, origin, signal)
      const type = detectImageType(bytes)
      if (!type)
        throw new ChainglassFailure({
          code: 'bad_response',
          kind: 'not_a_page',
          reason: 'not_an_image',
        })
      const image = { type, base64: Buffer.from(bytes).toString('base64') }
      keep(key, image)
      return image
    },
  }
}

function dataBytes(url: string): Uint8Array {
  const match = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url)
  if (!match) throw new ChainglassFailure({ code: 'invalid_input', field: 'url', reason: 'not_a_data_url' })
  const [, base64, data = ''] = match
  return new Uint8Array(
    base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data), 'latin1'),
  )
}
