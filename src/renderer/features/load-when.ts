import { defineAsyncComponent, defineComponent, h, ref, watch, type Component } from 'vue'

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
