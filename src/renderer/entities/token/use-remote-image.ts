import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useRemoteImages, type RemoteImage } from '#renderer/stores/remote-images.ts'

/** The image of `url` as it is right now; `none` while there is no URL or images are switched off. */
export function useRemoteImage(
  source: () => string,
  url: () => string | null | undefined,
): Readonly<ShallowRef<RemoteImage>> {
  const core = useCore()
  const images = useRemoteImages()
  const settings = useSettings()
  const image = shallowRef<RemoteImage>({ state: 'none' })
  let request: AbortController | undefined

  watch(
    [source, url, () => settings.imagesAgreed],
    async ([from, wanted]) => {
      request?.abort()
      request = undefined
      if (!wanted) {
        image.value = { state: 'none' }
        return
      }
      const cached = images.getCached(from, wanted)
      image.value = cached ?? { state: 'loading' }
      if (cached) return
      const own = (request = new AbortController())
      const loaded = await images.load(core, from, wanted, own.signal)
      if (!own.signal.aborted) image.value = loaded
    },
    { immediate: true },
  )
  onScopeDispose(() => request?.abort())
  return image
}
