import { shallowRef } from 'vue'

/** Id of the dragged tab. */
export const draggedTab = shallowRef<string>()
