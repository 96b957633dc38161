import { defineAsyncComponent, h } from 'vue'
import { afterFirstRows } from '#renderer/lib/after-first-rows.ts'

/** The room is there before the code is. */
const Placeholder = () => h('button', { class: 'btn', type: 'button', style: 'visibility: hidden' }, 'Keep')

export const KeepButton = defineAsyncComponent({
  loader: async () => {
    await new Promise<void>(afterFirstRows)
    return import('./KeepControl.vue')
  },
  loadingComponent: Placeholder,
  delay: 0,
})
