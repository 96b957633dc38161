/**
 * Refuses files that are dropped on the window, unless a part of the page accepts them: the browser would open the file
 * in place of the window.
 */
export function refuseDroppedFiles(target: Pick<Window, 'addEventListener'> = window): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
