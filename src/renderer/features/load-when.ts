import { defineAsyncComponent, defineComponent, h, ref, watch, type Component } from 'vue'

/**
 * A part of the window that is not visible at first: its code is loaded when it is first wanted, and it then stays mounted.
 * `useIsWanted` is called in its setup; the returned function may read reactive state.
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
