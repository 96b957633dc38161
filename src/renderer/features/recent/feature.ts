import { h } from 'vue'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

/** It fills the room between the upper and the lower parts of the sidebar: neither moves when it comes. */
const RecentItems = loadAfterRows(
  () => import('./RecentItems.vue'),
  () => h('div', { style: 'flex: 1' }),
)

export const recent = defineFeature({
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: {
    sidebar: [{ order: 40, component: RecentItems }],
  },
  settings: [{ group: 'data', order: 40, load: () => import('./RecentSettings.vue') }],
})
