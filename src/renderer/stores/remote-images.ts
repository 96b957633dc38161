import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ImageLoader } from './image-loader.ts'
import type { RemoteImage } from './remote-image.ts'

/** Images of tokens and NFTs. What loads them is loaded with the first of them. */
export const useRemoteImages = defineStore('remote-images', () => {
  /** There is an image that waits for the person to agree. */
  const isAsking = ref(false)
  let loader: ImageLoader | undefined

  /** `onChange` is called with what there is to see, until the function is called that this returns. */
  function show(core: RpcClient, source: string, url: string, onChange: (image: RemoteImage) => void) {
    const leaving = new AbortController()
    const { signal } = leaving
    const start = (one: ImageLoader) => void one.show({ core, source, url, onChange, signal })
    if (loader) start(loader)
    else
      void import('./image-loader.ts').then(
        ({ createImageLoader }) => {
          start((loader ??= createImageLoader(() => (isAsking.value = true))))
        },
        // The host is gone, and would not have the image either.
        () => {
          if (!signal.aborted) onChange({ state: 'failed' })
        },
      )
    return () => {
      leaving.abort()
    }
  }

  return { show, isAsking }
})
