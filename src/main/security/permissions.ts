import { session } from 'electron'
import { isOurs } from './origin.ts'

/** What our page may ask of the system: to write text to the clipboard, and to notify. Everything else is denied. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

/** Returns how to take the handlers away. */
export function denyPermissions(): () => void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    answer(GRANTED.has(permission) && isOurs(contents.getURL()))
  })
  defaultSession.setPermissionCheckHandler(
    (contents, permission) => GRANTED.has(permission) && contents !== null && isOurs(contents.getURL()),
  )
  defaultSession.setDevicePermissionHandler(() => false)
  return () => {
    defaultSession.setPermissionRequestHandler(null)
    defaultSession.setPermissionCheckHandler(null)
    defaultSession.setDevicePermissionHandler(null)
  }
}
