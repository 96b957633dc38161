import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import { countOf } from '#renderer/lib/format-number.ts'

/** How the list in front is: told by its view whenever it changes. */
export interface ListStatus {
  readonly loaded: number
  /** The last row is there: there is no next page. */
  readonly ended: boolean
  readonly loading: boolean
  /** ISO time of the newest row. */
  readonly newest?: string | undefined
  /** Its head is being watched: what is new is told by itself. */
  readonly live: boolean
  readonly error?: ChainglassError | undefined
}

/** What the view in front says in the status line: of its list, or a sentence of its own. */
export const useStatusBar = defineStore('status-line', () => {
  const words = shallowRef<string>()
  const list = shallowRef<ListStatus>()

  function showList(status: ListStatus, noun: { readonly one: string; readonly many: string }) {
    list.value = status
    const count = countOf(status.loaded, noun)
    words.value = status.ended ? `${count} · that is all` : `${count} loaded`
  }
  function say(sentence: string | undefined) {
    list.value = undefined
    words.value = sentence
  }
  return {
    words,
    newest: computed(() => list.value?.newest),
    live: computed(() => list.value?.live === true),
    showList,
    say,
  }
})
