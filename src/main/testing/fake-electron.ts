/** The parts of Electron the host uses, under a test's hand. Electron itself can't run where there is no runtime. */
import { EventEmitter } from 'node:events'

export const calls: { readonly name: string; readonly args: readonly unknown[] }[] = []
const record =
  (name: string) =>
  (...args: unknown[]) => {
    calls.push({ name, args })
  }

export class FakeWebContents extends EventEmitter {
  readonly sent: string[] = []
  readonly mainFrame: { url: string }
  openHandler: ((details: { url: string }) => { action: string }) | undefined
  constructor(url: string) {
    super()
    this.mainFrame = { url }
  }
  send(_channel: string, text: string) {
    this.sent.push(text)
  }
  isDestroyed() {
    return false
  }
  getURL() {
    return this.mainFrame.url
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
    this.openHandler = handler
  }
}

type PermissionHandler = (
  contents: FakeWebContents | null,
  permission: string,
  answer: (granted: boolean) => void,
) => boolean
type RequestFilter = (request: { url: string }, answer: (result: { cancel: boolean }) => void) => void

export const handlers: {
  scheme?: (request: Request) => Promise<Response>
  permissionRequest?: PermissionHandler
  permissionCheck?: PermissionHandler
  beforeRequest?: RequestFilter
} = {}

export const app = new EventEmitter()
export const ipcMain = new EventEmitter()
export const shell = { openExternal: (url: string) => Promise.resolve(record('openExternal')(url)) }
export const nativeTheme = { shouldUseDarkColors: true }
export const protocol = {
  registerSchemesAsPrivileged: record('registerSchemesAsPrivileged'),
  handle: (_scheme: string, handler: (request: Request) => Promise<Response>) => {
    handlers.scheme = handler
  },
  unhandle: record('unhandle'),
}
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: PermissionHandler) => (handlers.permissionRequest = handler),
    setPermissionCheckHandler: (handler: PermissionHandler) => (handlers.permissionCheck = handler),
    setDevicePermissionHandler: record('setDevicePermissionHandler'),
    webRequest: { onBeforeRequest: (filter: RequestFilter) => (handlers.beforeRequest = filter) },
  },
}
export class BrowserWindow extends EventEmitter {
  readonly options: { webPreferences: Record<string, unknown>; show: boolean; backgroundColor: string }
  shown = false
  url = ''
  constructor(options: { webPreferences: Record<string, unknown>; show: boolean; backgroundColor: string }) {
    super()
    this.options = options
  }
  show() {
    this.shown = true
  }
  loadURL(url: string) {
    this.url = url
    return Promise.resolve()
  }
}
