import { defineFeature } from '../feature.ts'

export const abis = defineFeature({
  settings: [
    { group: 'abis', order: 45, load: () => import('./AbiSettings.vue') },
    { group: 'abis', order: 46, load: () => import('./SignatureLists.vue') },
  ],
})
