/** Parts of a list's toolbar that are loaded when they are first shown. */
import { defineAsyncComponent } from 'vue'

export const ComparedChoice = defineAsyncComponent(() => import('../side-by-side/ComparedChoice.vue'))
export const RowPickMenu = defineAsyncComponent(() => import('./RowPickMenu.vue'))
export const WordsReadAs = defineAsyncComponent(() => import('../logs/WordsReadAs.vue'))
