/** Dialogs for a page that has crashed or hangs. Route, tab and filters are in the URL, so a reload restores them. */
import { app, dialog, type BrowserWindow } from 'electron'
import { $gettext } from '#shared/text/gettext.ts'
import { ORIGIN } from '../security/origin.ts'

/** If a page crashes again within this time, the dialog offers the start page. */
const REPEATED_CRASH_MS = 60_000

/** Returns a function that stops watching. */
export function showCrashDialogs(window: BrowserWindow, log: (line: string) => void): () => void {
  let lastCrashAt = -Infinity
  let isOpen = false

  const onGone = (_event: unknown, details: { readonly reason: string; readonly exitCode: number }) => {
    if (details.reason === 'clean-exit') return
    log(`The window's page has ended: ${details.reason} (${String(details.exitCode)}).`)
    const isRepeated = performance.now() - lastCrashAt < REPEATED_CRASH_MS
    lastCrashAt = performance.now()
    void showDialog(
      $gettext('This window’s page has crashed'),
      isRepeated
        ? $gettext('It has crashed twice within a minute. The start page may work where this page does not.')
        : $gettext('Nothing you have set is lost. Reloading brings you back to the same page.'),
      [isRepeated ? $gettext('Open the Start Page') : $gettext('Reload'), $gettext('Quit')],
      (choice) => {
        if (choice === 1) app.quit()
        else if (isRepeated) void window.loadURL(`${ORIGIN}/`)
        else window.webContents.reload()
      },
    )
  }
  const onUnresponsive = () => {
    log('The window does not respond.')
    void showDialog(
      $gettext('This window does not respond'),
      $gettext('You can wait for it, or reload it and be back on the same page.'),
      [$gettext('Wait'), $gettext('Reload')],
      (choice) => {
        if (choice === 1) window.webContents.forcefullyCrashRenderer()
      },
    )
  }

  async function showDialog(
    message: string,
    detail: string,
    buttons: string[],
    onChoice: (choice: number) => void,
  ) {
    if (isOpen || window.isDestroyed()) return
    isOpen = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail,
      buttons,
      noLink: true,
    })
    isOpen = false
    if (!window.isDestroyed()) onChoice(response)
  }

  window.webContents.on('render-process-gone', onGone)
  window.on('unresponsive', onUnresponsive)
  return () => {
    if (window.isDestroyed()) return
    window.webContents.off('render-process-gone', onGone)
    window.off('unresponsive', onUnresponsive)
  }
}
