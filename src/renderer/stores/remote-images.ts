import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { ImageLoader } from './image-loader.ts'
import type { RemoteImage } from './remote-image.ts'

/** Images of tokens and NFTs. The loader is loaded with the first image. */
export const useRemoteImages = defineStore('remote-images', () => {
  /** An image waits for the person's agreement. */
  const isAsking = ref(false)
  let loader: ImageLoader | undefined

  /** Calls `onChange` with each state of the image. Returns a function that ends this. */
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
        // The host is gone, so it could not load the image either.
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
