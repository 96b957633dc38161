import { app } from 'electron'
import { APP_ID } from './app-id.ts'

/** By which Windows finds the app of a notification that was clicked. Always the same: it is written into the shortcut. */
const TOAST_ACTIVATOR = '{6F3C0B1E-5D0A-4C63-9C53-0B7E8A1D42F9}'

/** To be called before the app is ready: else a pin is another app, and notifications rewrite the shortcut. */
export function nameForWindows(): void {
  if (process.platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}
