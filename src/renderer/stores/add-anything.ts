import { defineStore } from 'pinia'
import { ref } from 'vue'

/** The dialog that adds whatever is typed into it; open while it has a text, which may be empty. */
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
