import { useSources } from '#renderer/stores/sources.ts'
import { defineFeature } from '../feature.ts'
import RecentItems from './RecentItems.vue'
import { recentSection } from './recent-section.ts'
import { useTitledItems } from './recent-title.ts'

export const recent = defineFeature({
  palette: () => {
    const visited = useTitledItems()
    const sources = useSources()
    return (query) => [recentSection(query, visited.value, sources.all)]
  },
  slots: {
    sidebar: [{ order: 40, component: RecentItems }],
  },
  settings: [{ order: 40, load: () => import('./RecentSettings.vue') }],
})
