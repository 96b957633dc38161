import { watchEffect } from 'vue'

/** What the window is called while this view is in front: the place first, as tabs and task bars cut the end. */
export function usePageTitle(title: () => string | undefined): void {
  watchEffect(() => {
    const place = title()
    document.title = place === undefined || place === '' ? 'Chainglass' : `${place} · Chainglass`
  })
}
