import { defineAsyncComponent, h, type Component } from 'vue'
import { afterFirstRows } from '#renderer/lib/after-first-rows.ts'

/** The room is there before the code is. */
const Placeholder = () => h('button', { class: 'btn', type: 'button', style: 'visibility: hidden' }, 'Keep')

export const KeepButton = defineAsyncComponent({
  loader: async (): Promise<Component> => {
    await new Promise<void>(afterFirstRows)
    // Where the host is gone meanwhile there is nothing to load it from: the window says so itself.
    return import('./KeepControl.vue').then(
      ({ default: KeepControl }) => KeepControl,
      () => Placeholder,
    )
  },
  loadingComponent: Placeholder,
  delay: 0,
})
