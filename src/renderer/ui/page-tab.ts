import type { RouteLocationRaw } from 'vue-router'
import { usePane } from '#renderer/lib/pane.ts'

/** A tab of `PageTabs`. */
export interface PageTab {
  readonly id: string
  readonly title: string
  /** Number of rows: exact, or with a plus where there are more. Undefined until it is known; absent where none comes. */
  readonly count?: string | undefined
  readonly to: RouteLocationRaw
}

/** Ids of a page's tabs and their panel. They contain the pane, since the other pane may show the same page. */
export function usePageTabIds(): { readonly panel: string; readonly tab: (id: string) => string } {
  const pane = usePane()
  const end = pane ? `-${pane.id}` : ''
  return { panel: `tab-panel${end}`, tab: (id) => `tab-${id}${end}` }
}
