import { onScopeDispose, shallowRef, watch, type ShallowRef } from 'vue'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import type { RemoteImage } from '#renderer/stores/remote-image.ts'
import { useRemoteImages } from '#renderer/stores/remote-images.ts'

/** State of the image at `url`; `none` without a URL, and where images are switched off. */
export function useRemoteImage(
  source: () => string,
  url: () => string | null | undefined,
): Readonly<ShallowRef<RemoteImage>> {
  const core = useCore()
  const images = useRemoteImages()
  const settings = useSettings()
  const image = shallowRef<RemoteImage>({ state: 'none' })
  let leave: (() => void) | undefined

  watch(
    [source, url, () => settings.imagesAgreed],
    ([from, wanted]) => {
      leave?.()
      image.value = { state: wanted ? 'loading' : 'none' }
      leave = wanted ? images.show(core, from, wanted, (now) => (image.value = now)) : undefined
    },
    { immediate: true },
  )
  onScopeDispose(() => leave?.())
  return image
}
