import { defineStore } from 'pinia'
import { ref } from 'vue'

/**
 * State of the dialog that adds a source or key from a typed text. It is open while `text` is a string, also an empty
 * one.
 */
export const useAddAnything = defineStore('add-anything', () => {
  const text = ref<string>()
  function open(typed = '') {
    text.value = typed
  }
  function close() {
    text.value = undefined
  }
  return { text, open, close }
})
