import './zod-without-eval.ts'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import { VueQueryPlugin } from '@tanstack/vue-query'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import { createWebHistory } from 'vue-router'
import { createRpcClient } from '#shared/rpc/client.ts'
import { featuresKey } from '#renderer/features/feature.ts'
import { coreKey } from '#renderer/lib/use-core.ts'
import { useActivity } from '#renderer/stores/activity.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import { useConnection } from '#renderer/stores/connection.ts'
import { useOwnAbis } from '#renderer/stores/own-abis.ts'
import { useRecent } from '#renderer/stores/recent.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useSources } from '#renderer/stores/sources.ts'
import App from './App.vue'
import { connect } from './connect.ts'
import { features } from './features.ts'
import { followHost } from './follow-host.ts'
import { createQueryClient } from './query-client.ts'
import { refuseDroppedFiles } from './refuse-dropped-files.ts'
import { createAppRouter } from './router.ts'
import { followTheme } from './theme.ts'

// Before the router reads the URL: the launch token is in its fragment and is removed here.
const port = connect()
const core = createRpcClient(port)
const queryClient = createQueryClient()

const app = createApp(App)
app.use(createPinia())
app.use(VueQueryPlugin, { queryClient })
app.provide(coreKey, core)
app.provide(featuresKey, features)

// Each gets the present state first, and again when a lost connection is back.
for (const store of [useSettings(), useSources(), useRecent(), useWatchlist(), useActivity(), useOwnAbis()])
  store.follow(core)
useConnection().follow(port)
followTheme()
refuseDroppedFiles()

port.onState((state) => {
  if (state === 'lost') return
  void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' })
})

// The shell is painted at once; it waits neither for the first route nor for the core.
const router = createAppRouter(createWebHistory())
followHost(port, { core, router })
app.use(router)
app.mount('#app')
