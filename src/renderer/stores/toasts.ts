import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import { errorWords } from '#renderer/lib/format-error.ts'

/** What was just done or could not be, in a sentence, and how to take it back. */
export interface Done {
  readonly words: string
  readonly bad?: true
  readonly undo?: () => unknown
}

/** The last thing a person did that is worth a sentence: shown for a while at the foot of the window. */
export const useToasts = defineStore('done', () => {
  const last = shallowRef<Done>()

  function say(words: string, undo?: () => unknown) {
    last.value = { words, ...(undo ? { undo } : {}) }
  }
  function failed(error: ChainglassError) {
    const { title, text } = errorWords(error)
    last.value = { words: `${title} ${text}`, bad: true }
  }
  function clear() {
    last.value = undefined
  }
  return { last, say, failed, clear }
})
