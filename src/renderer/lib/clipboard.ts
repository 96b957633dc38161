/**
 * Copies a text and returns whether it succeeded. Where the browser refuses the clipboard, copies a text selection
 * instead.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'visually-hidden'
  const before = document.activeElement
  document.body.append(field)
  field.select()
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else copies where the clipboard is refused
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
