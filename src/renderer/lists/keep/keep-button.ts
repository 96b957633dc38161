import { defineAsyncComponent, h } from 'vue'

/** The room is there before the code is. */
const Placeholder = () => h('button', { class: 'btn', type: 'button', style: 'visibility: hidden' }, 'Keep')

export const KeepButton = defineAsyncComponent({
  loader: () => import('./KeepControl.vue'),
  loadingComponent: Placeholder,
  delay: 0,
})
