import { h, type Component, type FunctionalComponent } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import SideLink from './SideLink.vue'

/**
 * A plain link of the sidebar. `label` is English and translated when it is shown. `useNumbers` gives the number of new
 * items or of all items.
 */
export const sideLink =
  (
    to: RouteLocationRaw,
    label: string,
    icon: Component,
    useNumbers?: () => { readonly count?: number; readonly amount?: number },
  ): FunctionalComponent =>
  () =>
    h(SideLink, { to, label: $gettext(label), ...useNumbers?.() }, () =>
      h(icon, { size: 16, 'aria-hidden': true }),
    )
