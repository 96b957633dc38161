import { h, type Component, type FunctionalComponent } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import SideLink from './SideLink.vue'

/** A link of the sidebar that is nothing more. `label` is in English: it is looked up when it is shown. `useCount`: of what is new. */
export const sideLink =
  (to: RouteLocationRaw, label: string, icon: Component, useCount?: () => number): FunctionalComponent =>
  () =>
    h(SideLink, { to, label: $gettext(label), count: useCount?.() }, () =>
      h(icon, { size: 16, 'aria-hidden': true }),
    )
