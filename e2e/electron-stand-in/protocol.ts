/** `protocol` and `session`: who answers a request of a window, and what a window may. */
import { EventEmitter } from 'node:events'
import type {
  CallbackResponse,
  CustomScheme,
  OnBeforeRequestListenerDetails,
  Session,
  WebContents,
} from 'electron'
import { app } from './app.ts'
import { chromium } from './chromium.ts'
import { registerSchemes, isRegistered, fromWire, toWire } from './origin.ts'

type Handler = (request: Request) => Response | Promise<Response>
const handlers = new Map<string, Handler>()

export const protocol = {
  registerSchemesAsPrivileged(list: readonly CustomScheme[]) {
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

type Permission = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type BeforeRequest = (
  details: OnBeforeRequestListenerDetails,
  answer: (result: CallbackResponse) => void,
) => void

let beforeRequest: BeforeRequest | null = null
let checkPermission: Permission | null = null

/** Electron's names for what Chromium's protocol calls otherwise. */
const PERMISSIONS = {
  'clipboard-sanitized-write': 'clipboard-write',
  'clipboard-read': 'clipboard-read',
  notifications: 'notifications',
  geolocation: 'geolocation',
  media: 'camera',
} as const

class DefaultSession extends EventEmitter {
  readonly webRequest = {
    onBeforeRequest: (...given: [unknown, BeforeRequest | null] | [BeforeRequest | null]) => {
      if (given.length === 2) throw new Error('A filter by URL is not stood in for.')
      beforeRequest = given[0]
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
  /** The system's settings, which CHAINGLASS_STAND_IN_PROXY plays. */
  resolveProxy = (_url: string) => Promise.resolve(process.env.CHAINGLASS_STAND_IN_PROXY ?? 'DIRECT')
}
export const session = { defaultSession: new DefaultSession(), fromPartition: () => new DefaultSession() }

/** Sets for an origin what the app's handler says of it. Without a handler Electron grants everything; that is refused here. */
export async function applyPermissions(contents: { getURL(): string }, origin: string): Promise<void> {
  if (!checkPermission) throw new Error('A window was made before the permission handlers were set.')
  for (const name of Object.keys(PERMISSIONS) as (keyof typeof PERMISSIONS)[]) {
    const granted = checkPermission(contents as WebContents, name, origin, {
      isMainFrame: true,
      requestingUrl: origin,
    })
    await chromium().root.send('Browser.setPermission', {
      origin: new URL(toWire(origin)).origin,
      permission: { name: PERMISSIONS[name] },
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
      beforeRequest?.({ url } as OnBeforeRequestListenerDetails, resolve)
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
