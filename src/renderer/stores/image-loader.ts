import type { RpcClient } from '#shared/rpc/client.ts'
import { limitConcurrency } from '#shared/limit-concurrency.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { createPixelBudget } from './pixel-budget.ts'
import type { RemoteImage } from './remote-image.ts'

type Loaded =
  | { readonly state: 'failed' | 'not-agreed' }
  | {
      readonly state: 'there'
      readonly src: string
      readonly bytes: number
      readonly width: number
      readonly height: number
    }

interface Shown {
  readonly core: RpcClient
  readonly source: string
  readonly url: string
  readonly onChange: (image: RemoteImage) => void
  readonly signal: AbortSignal
}

export interface ImageLoader {
  /** Calls `onChange` with the state of the image until `signal` is aborted; at once for a cached image. */
  show(shown: Shown): Promise<void>
}

const FAILED: Loaded = { state: 'failed' }
const NOT_AGREED: Loaded = { state: 'not-agreed' }

/** Limit of all cached blobs together, bytes. */
const MAX_BYTES = 64_000_000
/**
 * The least that each image counts: the cache then holds about 300 small images, which is four screens of an NFT grid.
 */
const MIN_BYTES = 200_000
const MAX_CONCURRENT = 6
/** A row that is scrolled past within this time requests nothing. */
const DEBOUNCE_MS = 120

/**
 * Loads images: the core fetches and checks them, and an LRU cache keeps them as blob URLs. Failures are cached, too,
 * so that scrolling does not request them again.
 */
export function createImageLoader(onNotAgreed: () => void): ImageLoader {
  const cache = new LruCache<string, Loaded>({
    maxSize: MAX_BYTES,
    sizeOf: (image) => Math.max(MIN_BYTES, image.state === 'there' ? image.bytes : 0),
    onEvict: (image) => {
      if (image.state === 'there') URL.revokeObjectURL(image.src)
    },
  })
  const budget = createPixelBudget()
  const limit = limitConcurrency(MAX_CONCURRENT)

  async function load({ core, source, url, signal }: Shown): Promise<Loaded | undefined> {
    await debounce(signal)
    // In the order of requests, which is that of the screen. An aborted request frees its slot at once.
    return limit.run(async () => {
      if (signal.aborted) return undefined
      const result = await core.call('media.image', { source, url }, { signal })
      if (!result.ok && 'reason' in result.error && result.error.reason === 'images_not_agreed') {
        onNotAgreed()
        return NOT_AGREED
      }
      const image = result.ok ? toImage(result.data) : FAILED
      if (result.ok || !isTransient(result.error.code)) cache.set(`${source} ${url}`, image)
      return image
    })
  }

  function tell(image: Loaded, { onChange, signal }: Shown) {
    if (image.state !== 'there') {
      onChange(image)
      return
    }
    const { src, width, height } = image
    budget.enter(
      {
        pixels: width * height,
        onShown: () => {
          onChange({ state: 'there', src })
        },
        onHidden: (show) => {
          onChange({ state: 'too-large', width, height, show })
        },
      },
      signal,
    )
  }

  return {
    async show(shown) {
      const cached = cache.get(`${shown.source} ${shown.url}`)
      const image = cached ?? (await load(shown))
      if (image && !shown.signal.aborted) tell(image, shown)
    },
  }
}

/** Errors that may be gone in a minute, for example offline or rate limits. They are not cached. */
const isTransient = (code: string) =>
  ['cancelled', 'offline', 'rate_limited', 'timeout', 'internal'].includes(code)

interface Read {
  readonly type: string
  readonly base64: string
  readonly width: number
  readonly height: number
}

function toImage({ type, base64, width, height }: Read): Loaded {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const src = URL.createObjectURL(new Blob([bytes], { type }))
  return { state: 'there', src, bytes: bytes.length, width, height }
}

const debounce = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DEBOUNCE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
