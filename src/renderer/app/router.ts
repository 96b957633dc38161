/** The places of the application. Rarely used ones come in files of their own, when they are first gone to. */
import { createRouter, type RouteRecordRaw, type Router, type RouterHistory } from 'vue-router'
import AddressView from '#renderer/features/address/AddressView.vue'
import ChainHome from '#renderer/features/home/ChainHome.vue'
import StartView from './StartView.vue'

export const routes: RouteRecordRaw[] = [
  { path: '/', name: 'start', component: StartView },
  { path: '/s/:source', name: 'chain', component: ChainHome, props: true },
  { path: '/s/:source/address/:hash?', name: 'address', component: AddressView, props: true },
  {
    path: '/s/:source/tx/:hash?',
    name: 'transaction',
    component: () => import('#renderer/features/transaction/TransactionView.vue'),
    props: true,
  },
  {
    path: '/s/:source/token/:hash?',
    name: 'token',
    component: () => import('#renderer/features/token/TokenView.vue'),
    props: true,
  },
  {
    path: '/s/:source/token/:hash/instance/:id',
    name: 'instance',
    component: () => import('#renderer/features/nft/NftView.vue'),
    props: true,
  },
  {
    path: '/sources',
    name: 'sources',
    component: () => import('#renderer/features/sources/SourcesView.vue'),
  },
  {
    path: '/watchlist',
    name: 'watchlist',
    component: () => import('#renderer/features/watchlist/WatchlistView.vue'),
  },
  {
    path: '/news',
    name: 'news',
    component: () => import('#renderer/features/activity/NewsView.vue'),
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('#renderer/features/settings/SettingsView.vue'),
  },
  { path: '/:unknown(.*)*', name: 'unknown', component: () => import('./NotFoundView.vue') },
]

export const createAppRouter = (history: RouterHistory): Router => createRouter({ history, routes })
