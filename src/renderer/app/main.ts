import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { createWebHistory, RouterLink, RouterView, routeLocationKey, routerKey } from 'vue-router'
import { createRpcClient } from '#shared/rpc/client.ts'
import { featuresKey } from '#renderer/features/feature.ts'
import { coreKey } from '#renderer/lib/use-core.ts'
import { useListCache } from '#renderer/lists/model/list-cache.ts'
import { useActivity } from '#renderer/stores/activity.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import { useOwnAbis } from '#renderer/stores/own-abis.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWorkspace, workspaceOf } from '#renderer/stores/workspace.ts'
import App from './App.vue'
import { connect } from './connect.ts'
import { features } from './features.ts'
import { followLanguage, startLanguage } from './language.ts'
import { followWorkspace } from './panes/follow-workspace.ts'
import { createPaneRouters, paneRoutersKey, routeOf } from './panes/pane-routers.ts'
import { leaveToInputMethod } from './leave-to-input-method.ts'
import { createQueryClient } from './query-client.ts'
import { refuseDroppedFiles } from './refuse-dropped-files.ts'
import { createAppRouter } from './router.ts'
import { followTheme } from './theme.ts'

leaveToInputMethod()

// Before the router reads the URL: this removes the launch code from its fragment.
const port = connect()
const core = createRpcClient(port)
const queryClient = createQueryClient()

const app = createApp(App)
app.use(createPinia())
app.use(VueQueryPlugin, { queryClient })
app.provide(coreKey, core)
app.provide(featuresKey, features)

// One tab with the URL's place, until the core sends the other open places.
const workspace = useWorkspace()
const history = createWebHistory()
const { tab } = history.state
const isKnownTab = typeof tab === 'string'
workspace.replaceAll(
  workspaceOf({
    id: isKnownTab ? tab : crypto.randomUUID(),
    path: history.location,
    title: '',
    isPinned: false,
  }),
)
const routers = createPaneRouters({ history, workspace, createRouter: createAppRouter })
// Before the sources: the start page redirects to the current source.
followWorkspace({ core, workspace, routers, isKnownTab })

// Each store gets the current state at once, and again after a lost connection.
for (const store of [useSettings(), useSources(), useRecent(), useWatchlist(), useActivity(), useOwnAbis()])
  store.follow(core)
useConnection().follow(port)
followTheme()
followLanguage()
refuseDroppedFiles()

const lists = useListCache()
window.addEventListener('pagehide', () => {
  lists.keepShown()
})

port.onState((state) => {
  if (state === 'lost') return
  void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
})

// Paints the shell at once. It waits neither for the first route nor for the core.
port.onHostMessage?.((message) => {
  void import('./follow-host.ts').then(({ takeHostMessage }) => {
    takeHostMessage(message, { core, router: routers.window })
  })
})
app.component('RouterLink', RouterLink)
app.component('RouterView', RouterView)
app.provide(paneRoutersKey, routers)
app.provide(routerKey, routers.window)
app.provide(routeLocationKey, routeOf(routers.window))
// A catalogue takes a moment to load. The window is mounted after it, so that no text is shown in another language
// first.
startLanguage(() => {
  app.mount('#app')
})
