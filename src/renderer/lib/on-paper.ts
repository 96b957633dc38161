import { onScopeDispose } from 'vue'
import { usePane } from './pane.ts'

/**
 * What stands on paper in the place of what is on the screen: it is made when the browser is about to print, and taken
 * away afterwards; plain nodes, for there may be tens of thousands. `onTaken`: it was printed, or not.
 */
export function putOnPaper(
  host: () => HTMLElement | null,
  make: () => HTMLElement | undefined,
  onTaken?: () => void,
) {
  const pane = usePane()
  let made: HTMLElement | undefined
  function remove() {
    made?.remove()
    made = undefined
  }
  function put() {
    remove()
    // The other pane is not printed.
    if (pane?.isActive() === false) return
    made = make()
    if (made) host()?.append(made)
  }
  function take() {
    remove()
    onTaken?.()
  }
  addEventListener('beforeprint', put)
  addEventListener('afterprint', take)
  onScopeDispose(() => {
    removeEventListener('beforeprint', put)
    removeEventListener('afterprint', take)
    remove()
  })
}

/** A plain node; its content is text or nodes, never markup. */
export function createNode(
  tag: string,
  className: string,
  content: string | readonly HTMLElement[],
): HTMLElement {
  const node = document.createElement(tag)
  if (className !== '') node.className = className
  if (typeof content === 'string') node.textContent = content
  else node.append(...content)
  return node
}
