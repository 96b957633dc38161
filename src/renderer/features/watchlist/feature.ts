import { $msgid } from '#shared/text/gettext.ts'
import { useWatchDialog } from '#renderer/stores/watch-dialog.ts'
import { defineFeature, opensView } from '../feature.ts'
import { loadWhen } from '../load-when.ts'
import WatchedList from './sidebar/WatchedList.vue'

const WatchDialog = loadWhen(
  () => {
    const dialog = useWatchDialog()
    return () => dialog.subject !== undefined
  },
  () => import('./WatchDialog.vue'),
)

export const watchlist = defineFeature({
  routes: [{ path: '/watchlist', name: 'watchlist', component: () => import('./WatchlistView.vue') }],
  commands: opensView('watchlist', $msgid('Watchlist')),
  palette: async () => (await import('./palette-sections.ts')).usePaletteSections,
  slots: {
    sidebar: [{ order: 30, component: WatchedList }],
    overlay: [{ order: 20, component: WatchDialog }],
  },
})
