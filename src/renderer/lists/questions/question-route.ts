/** The route of a question: its page, with the text of the filter in the URL. */
import type { LocationQueryRaw, RouteLocationNormalizedLoaded, Router } from 'vue-router'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import type { NewQuestion } from '#shared/rpc/contract/questions.ts'
import { FILTER_PARAM } from '../source-filters/url-filters.ts'

/** The query parameter of the search over kept rows. */
export const SEARCH_PARAM = 'q'
const textParam = ({ of }: RowScope) => (of === 'list' ? FILTER_PARAM : SEARCH_PARAM)

/** The path of the open page, without the text of the filter. */
export function placeOf(router: Router, scope: RowScope): string {
  const { path, query } = router.currentRoute.value
  return router.resolve({ path, query: { ...query, [textParam(scope)]: undefined } }).fullPath
}

export function questionRoute(router: Router, { path: place, scope, text }: NewQuestion) {
  const { path, query } = router.resolve(place)
  return { path, query: { ...query, [textParam(scope)]: text } }
}

/** Whether a route shows this question. The order of query parameters makes no difference. */
export function isOpenAt(
  { path, query }: RouteLocationNormalizedLoaded,
  route: ReturnType<typeof questionRoute>,
): boolean {
  return path === route.path && sorted(query) === sorted(route.query)
}

const sorted = (query: LocationQueryRaw) =>
  JSON.stringify(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1)))
