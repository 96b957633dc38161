import { defineStore } from 'pinia'
import { ref } from 'vue'

/** The case that is open in this window; no id where none is. */
export const useOpenCase = defineStore('open-case', () => {
  const id = ref<number | null>(null)
  const isReadOnly = ref(false)
  return { id, isReadOnly }
})
