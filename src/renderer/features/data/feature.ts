import { defineAsyncComponent } from 'vue'
import { defineFeature } from '../feature.ts'
import FolderOption from './FolderOption.vue'
import StoreNotices from './StoreNotices.vue'
import { useErased } from './use-erased.ts'

export const data = defineFeature({
  setup: useErased,
  slots: {
    banner: [{ order: 10, component: StoreNotices }],
    settings: [
      { order: 50, component: defineAsyncComponent(() => import('./DataSettings.vue')) },
      { order: 60, component: defineAsyncComponent(() => import('./FolderSettings.vue')) },
    ],
    'welcome-footer': [{ order: 10, component: FolderOption }],
  },
})
