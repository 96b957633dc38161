import type { RouteLocationRaw } from 'vue-router'
import { usePane } from '#renderer/lib/pane.ts'

/** A tab of a page, as `PageTabs` draws it. */
export interface PageTab {
  readonly id: string
  readonly title: string
  /** How many: exact, or with a plus where more is there. */
  readonly count?: string | undefined
  readonly to: RouteLocationRaw
}

/** The ids of a page's tabs and of the panel below them: another pane may show the same page. */
export function usePageTabIds(): { readonly panel: string; readonly tab: (id: string) => string } {
  const pane = usePane()
  const end = pane ? `-${pane.id}` : ''
  return { panel: `tab-panel${end}`, tab: (id) => `tab-${id}${end}` }
}
