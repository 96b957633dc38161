import {
  createRouter,
  type RouteLocationNormalized,
  type RouteRecordRaw,
  type Router,
  type RouterHistory,
} from 'vue-router'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { FIRST_LIST, hasAllColumns, loadColumns } from '#renderer/lists/columns/list-columns.ts'
import { features } from './features.ts'

/** The routes of all features, and the view for unknown paths. */
const routes: readonly RouteRecordRaw[] = [
  ...features.flatMap(({ routes = [] }) => routes),
  { path: '/:unknown(.*)*', name: 'unknown', component: () => import('./NotFoundView.vue') },
]

/** Whether the columns of this route's list are in the first load. */
const isFirstList = ({ name, query: { tab } }: RouteLocationNormalized) =>
  name === 'address' && (tab === undefined || tab === listEndpoint(FIRST_LIST).slug)

export function createAppRouter(history: RouterHistory): Router {
  const router = createRouter({ history, routes })
  let columns: Promise<void> | undefined
  // Loads columns while the router loads the view.
  router.beforeEach((to) => {
    columns = isFirstList(to) || hasAllColumns() ? undefined : loadColumns()
    // Marks the rejection as handled, also where the navigation ends before it is awaited.
    columns?.catch(() => undefined)
  })
  router.beforeResolve(() => columns)
  return router
}
