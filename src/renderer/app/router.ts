/** The places of the application. Rarely used ones come in files of their own, when they are first gone to. */
import { createRouter, type RouteRecordRaw, type Router, type RouterHistory } from 'vue-router'
import AddressView from '#renderer/features/address/AddressView.vue'
import ChainHome from '#renderer/features/transfers/ChainHome.vue'
import StartView from './StartView.vue'

export const routes: RouteRecordRaw[] = [
  { path: '/', name: 'start', component: StartView },
  { path: '/s/:source', name: 'chain', component: ChainHome, props: true },
  { path: '/s/:source/address/:hash?', name: 'address', component: AddressView, props: true },
  { path: '/:unknown(.*)*', name: 'unknown', component: () => import('./UnknownPlace.vue') },
]

export const createAppRouter = (history: RouterHistory): Router => createRouter({ history, routes })
