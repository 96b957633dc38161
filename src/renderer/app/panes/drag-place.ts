import { shallowRef } from 'vue'

/** The id of the tab that is being dragged. */
export const draggedTab = shallowRef<string>()
