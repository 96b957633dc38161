import { watchEffect } from 'vue'

/** The title of the window while the view is shown: the view's own first, as tabs and task bars cut the end. */
export function usePageTitle(title: () => string | undefined): void {
  watchEffect(() => {
    const own = title()
    document.title = own === undefined || own === '' ? 'Chainglass' : `${own} · Chainglass`
  })
}
