import { defineFeature } from '../feature.ts'
import Omnibox from './Omnibox.vue'

export const omnibox = defineFeature({
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: { 'top-bar': [{ order: 10, component: Omnibox }] },
})
