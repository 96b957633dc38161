import { defineStore } from 'pinia'
import { ref } from 'vue'

/** The dialog with all keys. */
export const useHelpDialog = defineStore('help-dialog', () => ({ isOpen: ref(false) }))
