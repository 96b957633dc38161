import { useRouter } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import { useCurrentSource } from '#renderer/entities/source/use-current-source.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchDialog } from '#renderer/stores/watch-dialog.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { defineFeature } from '../feature.ts'
import { loadWhen } from '../load-when.ts'
import { watchedSection } from './sidebar/watched-section.ts'
import WatchedList from './sidebar/WatchedList.vue'

const WatchDialog = loadWhen(
  () => {
    const dialog = useWatchDialog()
    return () => dialog.subject !== undefined
  },
  () => import('./WatchDialog.vue'),
)

/** More are found by typing on, or in the watchlist itself. */
const MAX_IN_PALETTE = 8

export const watchlist = defineFeature({
  routes: [{ path: '/watchlist', name: 'watchlist', component: () => import('./WatchlistView.vue') }],
  commands: () => {
    const router = useRouter()
    return () => [
      {
        id: 'go.watchlist',
        label: $gettext('Watchlist'),
        group: 'Go',
        run: () => router.push({ name: 'watchlist' }),
      },
    ]
  },
  palette: () => {
    const entries = useWatchlist()
    const sources = useSources()
    const current = useCurrentSource()
    return ({ text, targets }) => {
      const found = text === '' || targets.length > 0 ? [] : entries.search(text, MAX_IN_PALETTE)
      return [watchedSection(found, current.source.value, sources.all, text)]
    }
  },
  slots: {
    sidebar: [{ order: 30, component: WatchedList }],
    overlay: [{ order: 20, component: WatchDialog }],
  },
})
