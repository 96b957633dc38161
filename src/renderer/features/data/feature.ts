import { defineAsyncComponent } from 'vue'
import { defineFeature } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { useErased } from './use-erased.ts'

const FolderOption = defineAsyncComponent(() => import('./FolderOption.vue'))
/** Asks by itself whether there is anything to tell. */
const StoreNotices = loadAfterRows(() => import('./StoreNotices.vue'))

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
