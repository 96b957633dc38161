/**
 * Keeps all web contents at our origin. A link to a page of ours opens a window; an https link elsewhere opens in the
 * system's browser.
 */
import { app, shell, type WebContents } from 'electron'
import { isOurs } from './origin.ts'

/** A person opens links one by one; a page that exceeds this number opens them by itself. */
const MAX_OPENED = 10
const OPENED_WINDOW_MS = 10_000

/** Returns a function that stops guarding new web contents. */
export function guardNavigation(log: (line: string) => void, openOwn: (path: string) => void): () => void {
  const refuseForeign = (event: { readonly url: string; preventDefault: () => void }) => {
    if (isOurs(event.url)) return
    event.preventDefault()
    log('A navigation away from the app was refused.')
  }
  const guard = (_event: unknown, contents: WebContents) => {
    // Covers frames too, although our policy permits none. A file dropped on the window is also a navigation.
    contents.on('will-frame-navigate', refuseForeign)
    contents.on('will-navigate', refuseForeign)
    contents.on('will-redirect', refuseForeign)
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      if (isOurs(url) && mayOpen()) openOwn(new URL(url).pathname + new URL(url).search)
      else void openExternal(url)
      return { action: 'deny' }
    })
  }
  app.on('web-contents-created', guard)
  return () => {
    app.off('web-contents-created', guard)
  }
}

let opened: number[] = []

function mayOpen(): boolean {
  const now = performance.now()
  opened = opened.filter((time) => now - time < OPENED_WINDOW_MS)
  if (opened.length >= MAX_OPENED) return false
  opened.push(now)
  return true
}

/** Opens an https link in the system's browser, as normalised by the URL parser; returns false for any other link. */
export async function openExternal(link: string): Promise<boolean> {
  if (!URL.canParse(link)) return false
  const url = new URL(link)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  if (!mayOpen()) return false
  await shell.openExternal(url.href)
  return true
}
