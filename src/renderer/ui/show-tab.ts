import type { RouteLocationRaw, Router } from 'vue-router'

/** Opens a tab and adds an entry to the history. For the open tab it only removes the filters. */
export const showTab = (
  router: Pick<Router, 'push' | 'replace'>,
  tab: { readonly id: string; readonly to: RouteLocationRaw },
  current: string,
) => (tab.id === current ? router.replace(tab.to) : router.push(tab.to))
