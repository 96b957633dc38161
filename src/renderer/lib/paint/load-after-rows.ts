import { defineAsyncComponent, h, type Component, type VNode } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { afterFirstRows } from './after-first-rows.ts'
import { inIdleTurn } from './idle-turns.ts'

/**
 * A button that stands, hidden, where one will be: as wide as that one, or the header wraps when it comes and moves
 * everything below it.
 */
export interface ButtonPlaceholder {
  /** In English: it is looked up when it is shown. */
  readonly label: string
  /** It has an icon too, and shows that alone where there is not room for all labels. */
  readonly icon?: boolean
}

/**
 * A part of the window that is mounted with it, but that the first rows need not wait for. Where the host is gone meanwhile
 * there is nothing to load it from: the window says so itself.
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
