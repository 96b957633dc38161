import { defineFeature } from '../feature.ts'
import FolderOption from './FolderOption.vue'
import StoreNotices from './StoreNotices.vue'
import { useErased } from './use-erased.ts'

export const data = defineFeature({
  setup: useErased,
  slots: {
    banner: [{ order: 10, component: StoreNotices }],
    'welcome-footer': [{ order: 10, component: FolderOption }],
  },
  settings: [
    { order: 48, load: () => import('./ArchiveSettings.vue') },
    { order: 50, load: () => import('./DataSettings.vue') },
    { order: 60, load: () => import('./FolderSettings.vue') },
  ],
})
