/** The browser would replace the window by a file that is dropped on it: it is refused, unless a part of the page accepts it. */
export function refuseDroppedFiles(target: Pick<Window, 'addEventListener'> = window): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
