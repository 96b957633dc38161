import { defineAsyncComponent, defineComponent, h, ref, watch, type Component } from 'vue'
import { afterPaint } from '#renderer/lib/after-paint.ts'

/**
 * A part of the window that nobody sees at first: its code is loaded when it is wanted for the first time, and it stays
 * from then on. `useIsWanted` is called in its setup; the function it gives may read reactive state.
 */
export function loadWhen(useIsWanted: () => () => boolean, load: () => Promise<Component>): Component {
  const Loaded = defineAsyncComponent(load)
  return defineComponent(() => {
    const isWanted = useIsWanted()
    const isLoaded = ref(false)
    watch(isWanted, (wanted) => (isLoaded.value ||= wanted), { immediate: true })
    return () => (isLoaded.value ? h(Loaded) : null)
  })
}

/**
 * A part of the window that is mounted with it, but need not be in the first paint. Where the host is gone meanwhile there
 * is nothing to load it from: the window says so itself.
 */
export const loadAfterPaint = (load: () => Promise<Component>): Component =>
  defineAsyncComponent(async () => {
    await new Promise<void>(afterPaint)
    return load().catch(() => NOTHING)
  })

const NOTHING = defineComponent(() => () => null)
