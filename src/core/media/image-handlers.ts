import { ChainglassFailure, invalidInput } from '#shared/errors/failure.ts'
import type { ReadySource } from '#shared/source.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { createSharedTasks } from '#platform/shared-tasks.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { fetchPublic } from './fetch-public.ts'
import { readImageSize } from './image-size.ts'
import { detectImageType } from './image-type.ts'
import { isSvg, type SvgImages } from './svg-images.ts'
import { type Gateways, resolveWebAddresses } from './web-addresses.ts'

/** NFT originals of some MB are common; a thumbnail has tens of kB. */
const MAX_BYTES = 8 * 1024 * 1024
/** 6,000 by 6,000: 144 MB when decoded. */
const MAX_PIXELS = 36_000_000
/** The size of all cached images, in characters of base64. */
const MAX_CACHE_SIZE = 6 * 1024 * 1024
const TIMEOUT_MS = 15_000

/** A stored image of at most this age is returned without a request. */
const MAX_AGE_MS = 30 * 86_400_000

export interface Image {
  readonly type: string
  readonly base64: string
  readonly width: number
  readonly height: number
}

/** Images that were read before and stored on this machine. */
export interface KeptImages {
  /** `readAt` in ms since 1970. */
  read(source: string, url: string): { readonly image: Image; readonly readAt: number } | undefined
  write(source: string, url: string, image: Image): void
}

export interface ImageDeps {
  readonly source: (id: string) => Promise<ReadySource> | ReadySource
  readonly userAgent: string
  readonly gateways: Gateways
  /** Whether the person allowed remote images or turned them off; undefined before they were asked. */
  readonly allowed: () => boolean | undefined
  readonly kept: KeptImages
  /** Draws an SVG to PNG; undefined if it can't be drawn. */
  readonly drawSvg: SvgImages['draw']
}

/**
 * The call `media.image`: deduplicates requests for the same image, caches recent images in memory, and stores them
 * on disk.
 */
export function imageHandlers(deps: ImageDeps): Pick<Handlers, 'media.image'> {
  const cache = new LruCache<string, Image>({
    maxSize: MAX_CACHE_SIZE,
    sizeOf: ({ base64 }) => base64.length,
  })
  const shared = createSharedTasks()

  return {
    async 'media.image'({ source, url }, { signal }) {
      const allowed = deps.allowed()
      if (allowed === false)
        throw new ChainglassFailure({ code: 'forbidden', byWhom: 'chainglass', reason: 'images_off' })
      const origin = new URL((await deps.source(source)).baseUrl).origin
      const key = `${origin} ${url}`
      const cached = cache.get(key)
      if (cached) return cached
      const kept = deps.kept.read(source, url)
      // An image from a time when the clock was ahead would count as new for years.
      if (kept && Math.abs(Date.now() - kept.readAt) < MAX_AGE_MS) {
        cache.set(key, kept.image)
        return kept.image
      }
      if (allowed === undefined && !isOfSource(url, origin))
        throw new ChainglassFailure({ code: 'forbidden', byWhom: 'chainglass', reason: 'images_not_agreed' })
      return shared.run(key, { signal }, async (ownSignal) => {
        const image = await readImage(ownSignal)
        cache.set(key, image)
        return image

        async function readImage(signal: AbortSignal): Promise<Image> {
          if (isDataUrl(url)) return toImage(decodeDataUrl(url.trim()), deps)
          try {
            const options = { ...deps, staysAtHost: allowed === undefined }
            const read = await toImage(await fetchFromFirst(url, origin, options, signal), deps)
            deps.kept.write(source, url, read)
            return read
          } catch (error) {
            if (kept && !signal.aborted) return kept.image
            throw error
          }
        }
      })
    },
  }
}

const isDataUrl = (url: string) => /^\s*data:/i.test(url)

/** Whether the URL is inside the item, or on the source's own server, so that no other host learns of it. */
function isOfSource(url: string, origin: string): boolean {
  const text = url.trim()
  return URL.canParse(text) && (new URL(text).protocol === 'data:' || new URL(text).origin === origin)
}

/** Tries the addresses in order. Throws the last one's error. */
async function fetchFromFirst(
  url: string,
  origin: string,
  { gateways, userAgent, staysAtHost }: ImageDeps & { readonly staysAtHost: boolean },
  signal: AbortSignal,
): Promise<Uint8Array> {
  let failure: unknown = invalidInput('url', 'not_a_web_address')
  for (const address of resolveWebAddresses(url, gateways)) {
    try {
      return await fetchPublic(address.url, {
        allowedBelow: address.allowedBelow ?? `${origin}/`,
        staysAtHost,
        userAgent,
        accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.9',
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

/** A drawn SVG is limited in size already, and is treated like any other picture. */
async function toImage(given: Uint8Array, { drawSvg }: Pick<ImageDeps, 'drawSvg'>): Promise<Image> {
  const bytes = isSvg(given) ? ((await drawSvg(given)) ?? given) : given
  const type = detectImageType(bytes)
  if (!type) throw new ChainglassFailure({ code: 'bad_response', kind: 'not_a_page', reason: 'not_an_image' })
  const size = readImageSize(type, bytes)
  if (!size) throw new ChainglassFailure({ code: 'bad_response', kind: 'not_a_page', reason: 'not_an_image' })
  if (size.width * size.height > MAX_PIXELS)
    throw new ChainglassFailure({
      code: 'bad_response',
      kind: 'too_large',
      reason: { kind: 'too_many_pixels', ...size },
    })
  return { type, base64: Buffer.from(bytes).toString('base64'), ...size }
}

function decodeDataUrl(url: string): Uint8Array {
  const match = /^data:([^,]*),(.*)$/is.exec(url)
  if (!match) throw invalidInput('url', 'not_a_data_url')
  const [, type = '', data = ''] = match
  return /;\s*base64\s*$/i.test(type)
    ? new Uint8Array(Buffer.from(decodePercent(data).toString('latin1'), 'base64'))
    : new Uint8Array(decodePercent(data))
}

/** Contracts write unencoded text into such URLs: letters of any kind, and literal percent signs. */
function decodePercent(text: string): Buffer {
  const parts = text.split(/((?:%[0-9a-f]{2})+)/i)
  return Buffer.concat(
    parts.map((part, index) =>
      index % 2 === 1 ? Buffer.from(part.replaceAll('%', ''), 'hex') : Buffer.from(part),
    ),
  )
}
