import { ref, watch } from 'vue'
import { usePane } from './pane.ts'

/** The title, which is announced on each change: a screen reader does not notice changes within a page. */
export const pageTitle = ref('')

/**
 * Sets the window's title while the view is shown. The view's own part is first, since tabs and task bars cut the end.
 */
export function usePageTitle(title: () => string | undefined): void {
  const pane = usePane()
  watch(
    // Each by itself: whatever else of the panes changes, the tab in front may be another one by then.
    [() => title() ?? '', () => pane?.isActive() ?? true] as const,
    ([own, isActive]) => {
      pane?.setTitle(own)
      if (!isActive) return
      pageTitle.value = own
      document.title = `${own && `${own} · `}Chainglass`
    },
    { immediate: true },
  )
}
