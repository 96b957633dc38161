import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ChainglassError } from '#shared/errors/errors.ts'

/** A message about the last action, with its undo. */
export interface Toast {
  /** A text or an error. The words of errors are loaded with the component that shows them. */
  readonly message: string | ChainglassError
  readonly undo?: () => unknown
}

/** The toast at the foot of the window. A new one replaces the last. */
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
