import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { LruCache } from '#shared/lru-cache.ts'

export type RemoteImage =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly src: string }
  | { readonly state: 'failed' }
  /** The person has not agreed to images of other hosts yet. */
  | { readonly state: 'not-agreed' }

const NONE: RemoteImage = { state: 'none' }
const FAILED: RemoteImage = { state: 'failed' }
const NOT_AGREED: RemoteImage = { state: 'not-agreed' }

/** About four screens of an NFT grid; blobs of small pictures, some 10 to 100 kB each. */
const MAX_CACHED = 300
const MAX_CONCURRENT = 6
/** A row that is scrolled past within this time requests nothing. */
const DEBOUNCE_MS = 120

/**
 * Images of tokens and NFTs. The core fetches and checks them; here they become blob URLs in an LRU cache. What can't be
 * had is cached as well, so that scrolling does not request it again.
 */
export const useRemoteImages = defineStore('remote-images', () => {
  const cache = new LruCache<string, RemoteImage>({
    maxSize: MAX_CACHED,
    onEvict: (image) => {
      if (image.state === 'there') URL.revokeObjectURL(image.src)
    },
  })
  const waiting: (() => void)[] = []
  /** There is an image that waits for the person to agree. */
  const isAsking = ref(false)
  let running = 0

  const getCached = (source: string, url: string) => cache.get(`${source} ${url}`)

  async function load(
    core: RpcClient,
    source: string,
    url: string,
    signal: AbortSignal,
  ): Promise<RemoteImage> {
    await debounce(signal)
    await acquireSlot()
    try {
      if (signal.aborted) return NONE
      const result = await core.call('media.image', { source, url }, { signal })
      if (!result.ok && 'reason' in result.error && result.error.reason === 'images_not_agreed') {
        isAsking.value = true
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

  return { getCached, load, isAsking }
})

/** Offline, or too many at once, is another matter in a minute. */
const isTransient = (code: string) =>
  ['cancelled', 'offline', 'rate_limited', 'timeout', 'internal'].includes(code)

function toImage({ type, base64 }: { readonly type: string; readonly base64: string }): RemoteImage {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return { state: 'there', src: URL.createObjectURL(new Blob([bytes], { type })) }
}

const debounce = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, DEBOUNCE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
