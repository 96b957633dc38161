/**
 * Opens a place in another window; in the desktop app, in a window of the app. Returns false where the browser blocks
 * it.
 */
export const openWindow = (path: string): boolean => {
  // Without `noopener`, which would hide whether the window was blocked. The window has this origin and shows this app.
  const opened = window.open(path, '_blank')
  // The desktop app opens the window itself, and `window.open` returns null.
  if ('chainglass' in window) return true
  if (opened) opened.opener = null
  return opened !== null
}
