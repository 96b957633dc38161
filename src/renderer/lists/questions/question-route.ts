/** Where a question is asked: a place of the window, with its text in the address bar. */
import type { LocationQueryRaw, RouteLocationNormalizedLoaded, Router } from 'vue-router'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import type { NewQuestion } from '#shared/rpc/contract/questions.ts'
import { FILTER_PARAM } from '../toolbar/url-filters.ts'

/** Of the search over everything kept. */
export const SEARCH_PARAM = 'q'
const textParam = ({ of }: RowScope) => (of === 'list' ? FILTER_PARAM : SEARCH_PARAM)

/** The path of the place that is open, without the text. */
export function placeOf(router: Router, scope: RowScope): string {
  const { path, query } = router.currentRoute.value
  return router.resolve({ path, query: { ...query, [textParam(scope)]: undefined } }).fullPath
}

export function questionRoute(router: Router, { path: place, scope, text }: NewQuestion) {
  const { path, query } = router.resolve(place)
  return { path, query: { ...query, [textParam(scope)]: text } }
}

/** Also where the parts of its query have another order. */
export function isOpenAt(
  { path, query }: RouteLocationNormalizedLoaded,
  route: ReturnType<typeof questionRoute>,
): boolean {
  return path === route.path && sorted(query) === sorted(route.query)
}

const sorted = (query: LocationQueryRaw) =>
  JSON.stringify(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)))
