import { ref } from 'vue'

/** Whether the sidebar is open over the page, in a window that is too narrow to show it beside. */
export const isSidebarOpen = ref(false)
