import { ref } from 'vue'

/** In a window too narrow for it, the sidebar stands in front of the page while it is open. */
export const isSidebarOpen = ref(false)
