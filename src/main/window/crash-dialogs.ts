/** A window whose page has died or hangs: the person is told and asked. Place, tab and filters are in the URL, so a reload is back there. */
import { app, dialog, type BrowserWindow } from 'electron'
import { ORIGIN } from '../security/origin.ts'

/** A page that dies again and again at the same place is taken elsewhere. */
const REPEATED_CRASH_MS = 60_000

/** Returns how to stop watching. */
export function showCrashDialogs(window: BrowserWindow, log: (line: string) => void): () => void {
  let lastDeath = 0
  let asking = false

  const onGone = (_event: unknown, details: { readonly reason: string; readonly exitCode: number }) => {
    if (details.reason === 'clean-exit') return
    log(`The window's page has ended: ${details.reason} (${String(details.exitCode)}).`)
    const again = Date.now() - lastDeath < REPEATED_CRASH_MS
    lastDeath = Date.now()
    void offer(
      'This window’s page has crashed',
      again
        ? 'It has crashed twice within a minute. The start page may work where this place does not.'
        : 'Nothing you have set is lost. Reloading brings you back to the same place.',
      [again ? 'Open the Start Page' : 'Reload', 'Quit'],
      (choice) => {
        if (choice === 1) app.quit()
        else if (again) void window.loadURL(`${ORIGIN}/`)
        else window.webContents.reload()
      },
    )
  }
  const onUnresponsive = () => {
    log('The window does not respond.')
    void offer(
      'This window does not respond',
      'You can wait for it, or reload it and be back at the same place.',
      ['Wait', 'Reload'],
      (choice) => {
        if (choice === 1) window.webContents.forcefullyCrashRenderer()
      },
    )
  }

  async function offer(message: string, detail: string, buttons: string[], then: (choice: number) => void) {
    if (asking || window.isDestroyed()) return
    asking = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail,
      buttons,
      noLink: true,
    })
    asking = false
    if (!window.isDestroyed()) then(response)
  }

  window.webContents.on('render-process-gone', onGone)
  window.on('unresponsive', onUnresponsive)
  return () => {
    if (window.isDestroyed()) return
    window.webContents.off('render-process-gone', onGone)
    window.off('unresponsive', onUnresponsive)
  }
}
