import type { RouteLocationRaw } from 'vue-router'

/** A fact at the end of a page's header. */
export interface PageFact {
  readonly name: string
  readonly value: string
  /** The exact value, where `value` is shortened: the tooltip. */
  readonly exact?: string | undefined
  /** Where it leads. */
  readonly to?: RouteLocationRaw | undefined
}
