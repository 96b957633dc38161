/**
 * The link that a click opens in a tab: by the middle button, or with Control or Command. Undefined for other clicks.
 */
function linkForTab(event: MouseEvent): HTMLAnchorElement | undefined {
  const { button, ctrlKey, metaKey, shiftKey, target } = event
  if (button !== 1 && !(button === 0 && (ctrlKey || metaKey) && !shiftKey)) return undefined
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (link?.protocol !== location.protocol || link.host !== location.host) return undefined
  return link.target === '' && !link.hasAttribute('download') ? link : undefined
}

/** Listens for such clicks on all links. Returns a function that removes the listener. */
export function onLinkForTab(open: (link: HTMLAnchorElement) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = linkForTab(event)
    if (!link) return
    event.preventDefault()
    event.stopPropagation()
    open(link)
  }
  addEventListener('click', onClick, { capture: true })
  addEventListener('auxclick', onClick, { capture: true })
  return () => {
    removeEventListener('click', onClick, { capture: true })
    removeEventListener('auxclick', onClick, { capture: true })
  }
}
