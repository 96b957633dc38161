/**
 * What a list knows of the one in the other pane. All that is done with both is loaded with the second pane
 * (SideBySide.vue): here is only what its view is told of it.
 */
import { computed, defineAsyncComponent, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { usePane } from '#renderer/lib/pane.ts'
import { useWorkspace } from '#renderer/stores/workspace.ts'
import type { BesidePart } from './beside-part.ts'

export const SideBySide = defineAsyncComponent(() => import('./SideBySide.vue'))

export interface Beside {
  /** The window has two panes. */
  readonly isSplit: ComputedRef<boolean>
  /** Something can be done with this list and another one. */
  readonly isBeside: ComputedRef<boolean>
  /** Absent until it is loaded. */
  readonly part: ShallowRef<BesidePart | undefined>
}

/** `hasRows`: the list is shown as rows, not as pictures. */
export function useBeside(hasRows: () => boolean): Beside {
  const pane = usePane()
  const workspace = useWorkspace()
  const isSplit = computed(() => pane !== undefined && workspace.current.panes.length > 1)
  return {
    isSplit,
    isBeside: computed(() => isSplit.value && hasRows()),
    part: shallowRef(),
  }
}
