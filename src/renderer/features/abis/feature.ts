import { defineFeature } from '../feature.ts'

export const abis = defineFeature({
  settings: [
    { order: 45, load: () => import('./AbiSettings.vue') },
    { order: 46, load: () => import('./SignatureLists.vue') },
  ],
})
