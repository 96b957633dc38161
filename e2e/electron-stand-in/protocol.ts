/** `protocol` and `session`: who answers a request of a window, and what a window may. */
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { chromium } from './chromium.ts'
import { registerSchemes, isRegistered, fromWire, toWire } from './origin.ts'

type Handler = (request: Request) => Response | Promise<Response>
const handlers = new Map<string, Handler>()

export const protocol = {
  registerSchemesAsPrivileged(list: readonly { scheme: string; privileges?: Record<string, boolean> }[]) {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of list) {
      if (privileges?.bypassCSP)
        throw new Error(`${scheme}: a scheme that bypasses the policy is refused here.`)
    }
    registerSchemes(list.map(({ scheme }) => scheme))
  },
  handle(scheme: string, handler: Handler) {
    if (!isRegistered(scheme)) throw new Error(`${scheme} was not registered before the app was ready.`)
    if (handlers.has(scheme)) throw new Error('The scheme has been registered')
    handlers.set(scheme, handler)
  },
  unhandle: (scheme: string) => handlers.delete(scheme),
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
}

type Permission = (contents: unknown, permission: string, origin: string, details: unknown) => boolean
type BeforeRequest = (details: { url: string }, answer: (result: { cancel?: boolean }) => void) => void

let beforeRequest: BeforeRequest | null = null
let checkPermission: Permission | null = null

/** Electron's names for what Chromium's protocol calls otherwise. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  notifications: 'notifications',
  geolocation: 'geolocation',
  media: 'camera',
}

class DefaultSession extends EventEmitter {
  readonly webRequest = {
    onBeforeRequest: (filter: BeforeRequest | null) => {
      beforeRequest = filter
    },
  }
  setPermissionRequestHandler() {
    // Chromium's protocol asks nobody: what the check handler says is set once for each page, before it loads.
  }
  setPermissionCheckHandler(handler: Permission | null) {
    checkPermission = handler
  }
  setDevicePermissionHandler() {
    // Headless Chromium has no devices.
  }
}
export const session = { defaultSession: new DefaultSession(), fromPartition: () => new DefaultSession() }

/** Sets for an origin what the app's handler says of it. Without a handler Electron grants everything; that is refused here. */
export async function applyPermissions(contents: { getURL(): string }, origin: string): Promise<void> {
  if (!checkPermission) throw new Error('A window was made before the permission handlers were set.')
  for (const [name, chromiumName] of Object.entries(PERMISSIONS)) {
    const granted = checkPermission(contents, name, origin, {})
    await chromium().root.send('Browser.setPermission', {
      origin: new URL(toWire(origin)).origin,
      permission: { name: chromiumName },
      setting: granted ? 'granted' : 'denied',
    })
  }
}

/** Undefined where the request is none of ours and may go its way. Throws where it is refused. */
export async function answerRequest(request: {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}): Promise<Response | undefined> {
  const url = fromWire(request.url)
  if (beforeRequest) {
    const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => {
      beforeRequest?.({ url }, resolve)
    })
    if (cancel) throw new Error('blocked')
  }
  const scheme = /^[a-z][a-z0-9+.-]*/i.exec(url)?.[0] ?? ''
  if (!isRegistered(scheme)) return undefined
  const handler = handlers.get(scheme)
  if (!handler) throw new Error('unknown scheme')
  const { method, headers } = request
  return handler(new Request(url, { method, headers }))
}
