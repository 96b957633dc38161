import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import type { Target } from '#shared/targets/target.ts'

/** A link that came from outside: any web page can make a person click one. */
export interface OutsideLink {
  readonly target: Target
  /** What it would be read from; undefined where no source reads its chain. */
  readonly source: SourceView | undefined
  readonly open: () => void
}

/** The question whether to open it; asked while there is a link. */
export const useOutsideLink = defineStore('outside-link', () => {
  const link = shallowRef<OutsideLink>()
  /** Links that came while the question was open, and were dropped: it must not change under the person's hand. */
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
