import { h } from 'vue'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { defineFeature } from '../feature.ts'

/** Until the list is loaded, an element of the same size fills its room, so that the parts above and below do not move. */
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
