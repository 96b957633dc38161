import { useQueryClient } from '@tanstack/vue-query'
import { defineAsyncComponent, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'
import { defineFeature } from '../feature.ts'
import { loadAfterRows } from '#renderer/lib/paint/load-after-rows.ts'
import { useCore } from '#renderer/lib/use-core.ts'

const FolderOption = defineAsyncComponent(() => import('./FolderOption.vue'))
/** Requests its notices itself. */
const StoreNotices = loadAfterRows(() => import('./StoreNotices.vue'))

export const data = defineFeature({
  setup: () => {
    const deps = { router: useRouter(), queries: useQueryClient() }
    onScopeDispose(
      useCore().subscribe('data.erased', {}, () => {
        import('./show-erased.ts').then(
          ({ showErased }) => {
            showErased(deps)
          },
          // The host is gone; the window reports that itself.
          () => undefined,
        )
      }),
    )
  },
  slots: {
    banner: [{ order: 10, component: StoreNotices }],
    'welcome-footer': [{ order: 10, component: FolderOption }],
  },
  settings: [
    { group: 'data', order: 48, load: () => import('./ArchiveSettings.vue') },
    { group: 'data', order: 50, load: () => import('./DataSettings.vue') },
    { group: 'data', order: 60, load: () => import('./FolderSettings.vue') },
  ],
})
