import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Opens the palette, which has the only field of the search, with what was typed or pasted where it was asked for. */
export const usePalette = defineStore('palette', () => {
  const asked = shallowRef<{ readonly text: string }>()
  return {
    asked,
    open(text: string) {
      asked.value = { text }
    },
  }
})
