/**
 * Images of tokens and NFTs. The core fetches and checks them; here they become blob URLs, the last so many of them kept.
 * What failed is remembered as well, so that scrolling does not ask again for what is not there.
 */
import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { useCore } from '#renderer/lib/use-core.ts'

export type RemoteImage =
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly src: string }
  | { readonly state: 'failed' }

/** About four screens of an NFT grid; blobs of small pictures, some 10 to 100 kB each. */
const MAX_KEPT = 300
/** A row that is scrolled past within this time asks for nothing. */
const PAUSE_MS = 120
const MAX_CONCURRENT = 6

const NONE: RemoteImage = { state: 'none' }
const LOADING: RemoteImage = { state: 'loading' }
const FAILED: RemoteImage = { state: 'failed' }
const kept = new Map<string, RemoteImage>()
const waiting: (() => void)[] = []
let running = 0

/** The image of `url` as it is right now; `none` while there is no URL or images are switched off. */
export function useRemoteImage(
  source: () => string,
  url: () => string | null | undefined,
): Readonly<ShallowRef<RemoteImage>> {
  const core = useCore()
  const image = shallowRef<RemoteImage>(NONE)
  let asked: AbortController | undefined

  watch(
    [source, url],
    ([from, wanted]) => {
      asked?.abort()
      asked = undefined
      if (!wanted) {
        image.value = NONE
        return
      }
      const known = recall(`${from} ${wanted}`)
      image.value = known ?? LOADING
      if (known) return
      const asking = (asked = new AbortController())
      void load(core, from, wanted, asking.signal).then((loaded) => {
        if (!asking.signal.aborted) image.value = loaded
      })
    },
    { immediate: true },
  )
  onScopeDispose(() => asked?.abort())
  return image
}

async function load(core: RpcClient, source: string, url: string, signal: AbortSignal): Promise<RemoteImage> {
  await pause(signal)
  await turn()
  try {
    if (signal.aborted) return NONE
    const result = await core.call('media.image', { source, url }, { signal })
    if (result.ok) return keep(`${source} ${url}`, there(result.data))
    // Only what can't be had is remembered: offline, or too many at once, is another matter in a minute.
    const passing = ['cancelled', 'offline', 'rate_limited', 'timeout', 'internal'].includes(
      result.error.code,
    )
    return passing ? FAILED : keep(`${source} ${url}`, FAILED)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function there({ type, base64 }: { readonly type: string; readonly base64: string }): RemoteImage {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  return { state: 'there', src: URL.createObjectURL(new Blob([bytes], { type })) }
}

function recall(key: string): RemoteImage | undefined {
  const image = kept.get(key)
  if (!image) return undefined
  kept.delete(key)
  kept.set(key, image)
  return image
}

function keep(key: string, image: RemoteImage): RemoteImage {
  kept.set(key, image)
  for (const [oldest, old] of kept) {
    if (kept.size <= MAX_KEPT) break
    kept.delete(oldest)
    if (old.state === 'there') URL.revokeObjectURL(old.src)
  }
  return image
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** In the order of asking, which is that of the screen; what was scrolled past is aborted and lets the next one go. */
async function turn(): Promise<void> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}
