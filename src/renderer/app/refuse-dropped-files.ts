/** A file dropped on the window would be opened in its place: it is refused, unless a part of the page takes it. */
export function refuseDroppedFiles(target: Pick<Window, 'addEventListener'> = window): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  target.addEventListener('dragover', refuse)
  target.addEventListener('drop', refuse)
}
