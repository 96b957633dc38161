import { defineFeature } from '../feature.ts'
import Omnibox from './Omnibox.vue'

export const omnibox = defineFeature({
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: { sidebar: [{ order: 15, component: Omnibox }] },
})
