import { createRouter, type RouteRecordRaw, type Router, type RouterHistory } from 'vue-router'
import { features } from './features.ts'

/** The routes of all features, and the view for a path that is none of them. */
const routes: readonly RouteRecordRaw[] = [
  ...features.flatMap(({ routes = [] }) => routes),
  { path: '/:unknown(.*)*', name: 'unknown', component: () => import('./NotFoundView.vue') },
]

export const createAppRouter = (history: RouterHistory): Router => createRouter({ history, routes })
