/** Keeps every web contents at our origin: other links go to the system's browser, if they are https, or nowhere. */
import { app, shell, type WebContents } from 'electron'
import { isOurs } from './origin.ts'

/** Returns how to stop guarding new web contents. */
export function guardNavigation(): () => void {
  const guard = (_event: unknown, contents: WebContents) => {
    contents.on('will-navigate', (event) => {
      if (!isOurs(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isOurs(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url)
      return { action: 'deny' }
    })
  }
  app.on('web-contents-created', guard)
  return () => {
    app.off('web-contents-created', guard)
  }
}

/** Opens an https link in the system's browser, as the URL parser writes it; gives false for anything else. */
export async function openOutside(link: string): Promise<boolean> {
  if (!URL.canParse(link)) return false
  const url = new URL(link)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  await shell.openExternal(url.href)
  return true
}
