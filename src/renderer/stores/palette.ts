import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Opens the palette, which has the search field, with a text typed or pasted elsewhere. */
export const usePalette = defineStore('palette', () => {
  const asked = shallowRef<{ readonly text: string }>()
  return {
    asked,
    open(text: string) {
      asked.value = { text }
    },
  }
})
