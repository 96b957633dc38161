import { onScopeDispose } from 'vue'
import { usePane } from './pane.ts'

/**
 * Replaces the window's content on paper. `make` creates the content when the browser is about to print; it is removed
 * afterwards. Plain nodes, since a list may have tens of thousands. `onTaken`: runs after printing, also when it was
 * cancelled.
 */
export function printContent(
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
    // Only the active pane is printed.
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

/** Creates a node with text or nodes as content, never markup. */
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
