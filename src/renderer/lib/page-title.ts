import { ref, watchEffect } from 'vue'

/** The title as it is said when it changes: a screen reader tells of no change within a page by itself. */
export const pageTitle = ref('')

/** The title of the window while the view is shown: the view's own first, as tabs and task bars cut the end. */
export function usePageTitle(title: () => string | undefined): void {
  watchEffect(() => {
    const own = title()
    pageTitle.value = own ?? ''
    document.title = own === undefined || own === '' ? 'Chainglass' : `${own} · Chainglass`
  })
}
