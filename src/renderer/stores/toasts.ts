import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { describeError } from '#renderer/lib/format-error.ts'

/** What was just done or has failed, in a sentence, and how to undo it. */
export interface Toast {
  readonly message: string
  readonly bad?: true
  readonly undo?: () => unknown
}

/** The one toast at the foot of the window: a later one replaces an earlier one. */
export const useToasts = defineStore('toasts', () => {
  const last = shallowRef<Toast>()

  function show(message: string, undo?: () => unknown) {
    last.value = { message, ...(undo ? { undo } : {}) }
  }
  function showError(error: ChainglassError) {
    const { title, text } = describeError(error)
    last.value = { message: `${title} ${text}`, bad: true }
  }
  function clear() {
    last.value = undefined
  }
  return { last, show, showError, clear }
})
