import { defineAsyncComponent, defineComponent, h, ref, watch, type Component } from 'vue'
import { afterFirstRows } from '#renderer/lib/after-first-rows.ts'

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
 * A part of the window that is mounted with it, but that the first rows need not wait for. Where the host is gone meanwhile there
 * is nothing to load it from: the window says so itself.
 */
export const loadAfterRows = (load: () => Promise<Component>): Component =>
  defineAsyncComponent(async () => {
    await new Promise<void>(afterFirstRows)
    return load().catch(() => NOTHING)
  })

const NOTHING = defineComponent(() => () => null)
