import { defineAsyncComponent } from 'vue'
import { defineFeature } from '../feature.ts'

export const abis = defineFeature({
  slots: { settings: [{ order: 45, component: defineAsyncComponent(() => import('./AbiSettings.vue')) }] },
})
