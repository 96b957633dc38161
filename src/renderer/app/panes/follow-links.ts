import { onScopeDispose } from 'vue'
import { openInTab } from '#renderer/stores/places.ts'

/**
 * The middle button, or Control or Command with a click, opens a link of this window in a tab: one listener for every
 * link there is.
 */
export function followLinks(): void {
  const onClick = (event: MouseEvent) => {
    const { button, ctrlKey, metaKey, shiftKey, target } = event
    if (button !== 1 && !(button === 0 && (ctrlKey || metaKey) && !shiftKey)) return
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.protocol !== location.protocol || link.host !== location.host) return
    if (link.target !== '' || link.hasAttribute('download')) return
    event.preventDefault()
    event.stopPropagation()
    const path = link.pathname + link.search + link.hash
    // A hash is shortened anew from the path.
    openInTab(path, link.querySelector('bdi')?.textContent)
  }
  addEventListener('click', onClick, { capture: true })
  addEventListener('auxclick', onClick, { capture: true })
  onScopeDispose(() => {
    removeEventListener('click', onClick, { capture: true })
    removeEventListener('auxclick', onClick, { capture: true })
  })
}
