import { session } from 'electron'
import { isOurs } from './origin.ts'

/** What our page may ask of the system: to write text to the clipboard, and to notify. Everything else is denied. */
const GRANTED = new Set(['clipboard-sanitized-write', 'notifications'])

/** The renderer reaches nothing but our own scheme, whatever its page may try. */
export function denyTheRest(): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((contents, permission, answer) => {
    answer(GRANTED.has(permission) && isOurs(contents.getURL()))
  })
  defaultSession.setPermissionCheckHandler(
    (contents, permission) => GRANTED.has(permission) && contents !== null && isOurs(contents.getURL()),
  )
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.webRequest.onBeforeRequest((request, answer) => {
    const local = isOurs(request.url) || request.url.startsWith('blob:') || request.url.startsWith('data:')
    answer({ cancel: !local && !request.url.startsWith('devtools:') })
  })
}
