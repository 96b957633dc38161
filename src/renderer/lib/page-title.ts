import { ref, watch } from 'vue'
import { usePane } from './pane.ts'

/** The title as it is said when it changes: a screen reader tells of no change within a page by itself. */
export const pageTitle = ref('')

/** The title of the window while the view is shown: the view's own first, as tabs and task bars cut the end. */
export function usePageTitle(title: () => string | undefined): void {
  const pane = usePane()
  watch(
    () => [title() ?? '', pane?.isActive() ?? true] as const,
    ([own, isActive]) => {
      pane?.setTitle(own)
      if (!isActive) return
      pageTitle.value = own
      document.title = own === '' ? 'Chainglass' : `${own} · Chainglass`
    },
    { immediate: true },
  )
}
