import { session } from 'electron'
import { isOurs } from './origin.ts'

/** Permissions of our page: write text to the clipboard, and notify. Everything else is denied. */
const GRANTED: ReadonlySet<string> = new Set(['clipboard-sanitized-write', 'notifications'])

/** Returns a function that removes the handlers. */
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
