import type { RouteLocationRaw } from 'vue-router'

/** A tab of a page, as `PageTabs` draws it. */
export interface PageTab {
  readonly id: string
  readonly title: string
  /** How many: exact, or with a plus where more is there. */
  readonly count?: string | undefined
  readonly to: RouteLocationRaw
}
