import { app } from 'electron'
import { APP_ID } from './app-id.ts'

/**
 * The id by which Windows finds the app of a clicked notification. It never changes, because it is stored in the
 * shortcut.
 */
const TOAST_ACTIVATOR = '{6F3C0B1E-5D0A-4C63-9C53-0B7E8A1D42F9}'

/**
 * Call it before the app is ready: otherwise a pinned icon is another app, and notifications overwrite the shortcut.
 */
export function nameForWindows(): void {
  if (process.platform !== 'win32') return
  app.setAppUserModelId(APP_ID)
  app.setToastActivatorCLSID(TOAST_ACTIVATOR)
}
