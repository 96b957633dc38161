import { defineAsyncComponent, h, type Component, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { afterFirstRows } from './after-first-rows.ts'
import { inIdleTurn } from './idle-turns.ts'

/**
 * A hidden placeholder for a button. It has the same width: else the header would wrap when the button appears, and
 * move the page below it.
 */
export interface ButtonPlaceholder {
  /** In English, and translated when it is shown. */
  readonly label: string
  /** The button also has an icon, and shows only that where not all labels fit. */
  readonly icon?: boolean
}

/**
 * A component that is mounted with the window, but loaded after the first rows. Keeps the placeholder where loading
 * fails: the host is gone then, which the window reports elsewhere.
 */
export function loadAfterRows(
  load: () => Promise<{ readonly default: Component }>,
  placeholder?: ButtonPlaceholder | (() => VNode | null),
): Component {
  const instead =
    typeof placeholder === 'function'
      ? placeholder
      : () => (placeholder === undefined ? null : hiddenButton(placeholder))
  return defineAsyncComponent({
    loader: async () => {
      await new Promise<void>(afterFirstRows)
      return inIdleTurn(load, { isVisible: true }).catch(() => instead)
    },
    loadingComponent: instead,
    delay: 0,
  })
}

function hiddenButton({ label, icon }: ButtonPlaceholder) {
  const look = { type: 'button', style: 'visibility: hidden' }
  if (!icon) return h('button', { ...look, class: 'btn' }, $gettext(label))
  return h('button', { ...look, class: 'btn' }, [
    h('span', { style: 'width: 14px' }),
    h('span', { class: 'label' }, $gettext(label)),
  ])
}
