import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** What was just done or has failed, in a sentence, and how to undo it. */
export interface Toast {
  /** An error in place of a sentence: its words are loaded with what shows them. */
  readonly message: string | ChainglassError
  readonly undo?: () => unknown
}

/** The one toast at the foot of the window: a later one replaces an earlier one. */
export const useToasts = defineStore('toasts', () => {
  const last = shallowRef<Toast>()

  function show(message: string, undo?: () => unknown) {
    last.value = { message, ...(undo ? { undo } : {}) }
  }
  function showError(error: ChainglassError) {
    last.value = { message: error }
  }
  function clear() {
    last.value = undefined
  }
  return { last, show, showError, clear }
})
