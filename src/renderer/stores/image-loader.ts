import type { RpcClient } from '#shared/rpc/client.ts'
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
  /** Tells `onChange` what there is to see until `signal` is aborted; at once where it was loaded before. */
  show(shown: Shown): Promise<void>
}

const FAILED: Loaded = { state: 'failed' }
const NOT_AGREED: Loaded = { state: 'not-agreed' }

/** Of all blobs that are kept. */
const MAX_BYTES = 64_000_000
/** What each counts for at least: some 300 small ones, which is four screens of an NFT grid. */
const MIN_BYTES = 200_000
const MAX_CONCURRENT = 6
/** A row that is scrolled past within this time requests nothing. */
const DEBOUNCE_MS = 120

/**
 * The core fetches and checks images; here they become blob URLs in an LRU cache. What can't be had is cached as well, so
 * that scrolling does not request it again.
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
  const waiting: (() => void)[] = []
  let running = 0

  async function load({ core, source, url, signal }: Shown): Promise<Loaded | undefined> {
    await debounce(signal)
    await acquireSlot()
    try {
      if (signal.aborted) return undefined
      const result = await core.call('media.image', { source, url }, { signal })
      if (!result.ok && 'reason' in result.error && result.error.reason === 'images_not_agreed') {
        onNotAgreed()
        return NOT_AGREED
      }
      const image = result.ok ? toImage(result.data) : FAILED
      if (result.ok || !isTransient(result.error.code)) cache.set(`${source} ${url}`, image)
      return image
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  /** In the order of the requests, which is that of the screen; one that was aborted meanwhile frees its slot at once. */
  async function acquireSlot() {
    if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
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

/** Offline, or too many at once, is another matter in a minute. */
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
