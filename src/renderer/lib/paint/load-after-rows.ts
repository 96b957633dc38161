import { defineAsyncComponent, h, type Component } from 'vue'
import { afterFirstRows } from './after-first-rows.ts'

/**
 * A part of the window that is mounted with it, but that the first rows need not wait for. Where the host is gone meanwhile
 * there is nothing to load it from: the window says so itself. `label`: of a button, whose room is there before its code is.
 */
export function loadAfterRows(
  load: () => Promise<{ readonly default: Component }>,
  label?: string,
): Component {
  const instead = () =>
    label === undefined
      ? null
      : h('button', { class: 'btn', type: 'button', style: 'visibility: hidden' }, label)
  return defineAsyncComponent({
    loader: async () => {
      await new Promise<void>(afterFirstRows)
      return load().catch(() => instead)
    },
    loadingComponent: instead,
    delay: 0,
  })
}
