import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { Target } from '#shared/targets/target.ts'

/** A link from outside. Any web page can make a person click one. */
export interface OutsideLink {
  readonly target: Target
  /** The source that it opens on; undefined where no source reads its chain. */
  readonly source: SourceView | undefined
  readonly open: () => void
}

/** The dialog that asks whether to open a link; open while there is one. */
export const useOutsideLink = defineStore('outside-link', () => {
  const link = shallowRef<OutsideLink>()
  /**
   * Number of links that arrived while the dialog was open, and were dropped: the dialog must not change under the
   * pointer.
   */
  const dropped = ref(0)
  function ask(next: OutsideLink) {
    if (link.value) dropped.value += 1
    else link.value = next
  }
  function answer(isOpened: boolean) {
    const asked = link.value
    link.value = undefined
    dropped.value = 0
    if (isOpened) asked?.open()
  }
  return { link, dropped, ask, answer }
})
