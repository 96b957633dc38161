import type { RouteLocationRaw, Router } from 'vue-router'

/** Shows a tab as a step of the history. One that is shown already only loses its filters. */
export const showTab = (
  router: Pick<Router, 'push' | 'replace'>,
  tab: { readonly id: string; readonly to: RouteLocationRaw },
  current: string,
) => (tab.id === current ? router.replace(tab.to) : router.push(tab.to))
