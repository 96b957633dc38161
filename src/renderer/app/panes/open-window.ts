/** Opens a place in a window of its own; the desktop app makes one of its own windows of it. False where that is blocked. */
export const openWindow = (path: string): boolean => {
  // Not `noopener`: then nothing tells whether it was blocked. The window is of this origin and shows this app.
  const opened = window.open(path, '_blank')
  // It opens the window itself and gives none back.
  if ('chainglass' in window) return true
  if (opened) opened.opener = null
  return opened !== null
}
