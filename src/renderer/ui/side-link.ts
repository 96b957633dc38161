import { h, type Component, type FunctionalComponent } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import { $gettext } from '#shared/text/gettext.ts'
import SideLink from './SideLink.vue'

/** A link of the sidebar that is nothing more. `label` is in English: it is looked up when it is shown. `useNumbers`: how much is new there, or how many there are. */
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
