import { defineFeature } from '../feature.ts'
import RecentItems from './RecentItems.vue'

export const recent = defineFeature({
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: {
    sidebar: [{ order: 40, component: RecentItems }],
  },
  settings: [{ order: 40, load: () => import('./RecentSettings.vue') }],
})
