/** The parts of Electron that the host uses, controlled by a test. Electron itself can't run without its runtime. */
import { EventEmitter } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type * as Electron from 'electron'
import type { MenuItemConstructorOptions, OpenDialogOptions, SafeStorage } from 'electron'

export const calls: { readonly name: string; readonly args: readonly unknown[] }[] = []
const record =
  (name: string) =>
  (...args: unknown[]) => {
    calls.push({ name, args })
  }
/** Makes a function whose result says whether it succeeded. */
const done =
  (name: string) =>
  (...args: unknown[]) => {
    calls.push({ name, args })
    return true
  }
export const called = (name: string) => calls.filter((call) => call.name === name).map(({ args }) => args)

export interface FakeFrame {
  url: string
  parent: FakeFrame | null
}

export class FakeWebContents extends EventEmitter {
  readonly sent: string[] = []
  readonly mainFrame: FakeFrame
  private openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | undefined
  constructor(url: string) {
    super()
    this.mainFrame = { url, parent: null }
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
  reload() {
    record('reload')()
  }
  forcefullyCrashRenderer() {
    record('forcefullyCrashRenderer')()
  }
  /** Decides about a window that the page opens. */
  open(url: string) {
    const referrer = { url: this.mainFrame.url, policy: 'default' } as const
    return this.openHandler?.({ url, frameName: '', features: '', disposition: 'new-window', referrer })
  }
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]) {
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
  permissionRequest?: PermissionHandler | null
  permissionCheck?: PermissionHandler | null
  device?: (() => boolean) | null
  beforeRequest?: RequestFilter | null
} = {}

const DISPLAY = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }

/** The system around the app, as a test sets it. */
export const world = {
  isPackaged: true,
  hasLock: true,
  /** Whether the app is registered for our links. */
  hasScheme: false,
  switches: [] as string[],
  backend: 'gnome_libsecret' as ReturnType<SafeStorage['getSelectedStorageBackend']>,
  /** `locked`: nobody answers its prompt. `dismissed`: a person has closed it. `denied`: macOS gives no key. */
  keyring: 'open' as 'open' | 'locked' | 'dismissed' | 'denied',
  systemLanguages: ['en-GB'],
  /** The buttons that a person presses in the next dialogs, by index. */
  presses: [] as number[],
  notifications: true,
  /** The proxy in the system's settings, now or later. */
  proxy: 'DIRECT' as string | Promise<string>,
  displays: [DISPLAY],
}

class FakeApp extends EventEmitter {
  get isPackaged() {
    return world.isPackaged
  }
  requestSingleInstanceLock() {
    return world.hasLock
  }
  getVersion() {
    return '1.2.3'
  }
  getPreferredSystemLanguages() {
    return world.systemLanguages
  }
  quit = record('quit')
  setBadgeCount = done('setBadgeCount')
  setAsDefaultProtocolClient = done('setAsDefaultProtocolClient')
  isDefaultProtocolClient(...args: unknown[]) {
    record('isDefaultProtocolClient')(...args)
    return world.hasScheme
  }
  setAppUserModelId = record('setAppUserModelId')
  setToastActivatorCLSID = record('setToastActivatorCLSID')
  enableSandbox = record('enableSandbox')
  getPath = (name: string) => `/home/someone/${name}`
  readonly commandLine = { hasSwitch: (name: string) => world.switches.includes(name) }
  setAboutPanelOptions = record('setAboutPanelOptions')
  showAboutPanel = record('showAboutPanel')
}
export const app = new FakeApp()
export const ipcMain = new EventEmitter()
export const powerMonitor = new EventEmitter()
export const shell = {
  openExternal: (url: string) => {
    record('openExternal')(url)
    return Promise.resolve()
  },
  openPath: (path: string) => {
    record('openPath')(path)
    return Promise.resolve('')
  },
  showItemInFolder: record('showItemInFolder'),
}
export const clipboard = {
  writeText: (text: string) => {
    record('writeText')(text)
    return Promise.resolve()
  },
}
export const nativeTheme = {
  shouldUseDarkColors: true,
  themeSource: 'system' as Electron.NativeTheme['themeSource'],
}
export const screen = {
  getPrimaryDisplay: () => world.displays[0] ?? DISPLAY,
  getAllDisplays: () => world.displays,
}
export const dialog = {
  showOpenDialog: (options: OpenDialogOptions) => {
    record('showOpenDialog')(options)
    return Promise.resolve({ canceled: true, filePaths: [] })
  },
  showMessageBox: (...args: unknown[]) => {
    record('showMessageBox')(args.at(-1))
    return Promise.resolve({ response: world.presses.shift() ?? 0, checkboxChecked: false })
  },
}
const waiting: (() => void)[] = []
/** Simulates a person who answers the keyring's prompt. */
export function unlockKeyring() {
  world.keyring = 'open'
  for (const go of waiting.splice(0)) go()
}
const xor = (bytes: Buffer) => Buffer.from([...bytes].map((byte) => byte ^ 0x5a))
/** Electron itself always reports that encryption is available. */
async function prefixOfKeyring(): Promise<string> {
  record('keyring')()
  if (world.keyring === 'locked') await new Promise<void>((resolve) => waiting.push(resolve))
  if (world.keyring === 'denied') throw new Error('Error while encrypting the text')
  return world.keyring === 'dismissed' ? 'v10' : 'v11'
}
export const safeStorage = {
  getSelectedStorageBackend: () => world.backend,
  encryptStringAsync: async (text: string) =>
    Buffer.concat([Buffer.from(await prefixOfKeyring()), xor(Buffer.from(text))]),
  decryptStringAsync: async (bytes: Buffer) => {
    await prefixOfKeyring()
    return { shouldReEncrypt: false, result: xor(bytes.subarray(3)).toString() }
  },
}
export const protocol = {
  registerSchemesAsPrivileged: record('registerSchemesAsPrivileged'),
  handle: (_scheme: string, handler: (request: Request) => Promise<Response>) => {
    handlers.scheme = handler
  },
  unhandle: record('unhandle'),
}
const defaultSession = Object.assign(new EventEmitter(), {
  resolveProxy: () => Promise.resolve(world.proxy),
  setPermissionRequestHandler: (handler: PermissionHandler | null) => (handlers.permissionRequest = handler),
  setPermissionCheckHandler: (handler: PermissionHandler | null) => (handlers.permissionCheck = handler),
  setDevicePermissionHandler: (handler: (() => boolean) | null) => (handlers.device = handler),
  webRequest: { onBeforeRequest: (filter: RequestFilter | null) => (handlers.beforeRequest = filter) },
})
export const session = { defaultSession }

export const menus: MenuItemConstructorOptions[][] = []
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
    template,
    popup: () => void menus.push(template),
  }),
  setApplicationMenu: (menu: object | null) => {
    if (menu && 'template' in menu) menus.push(menu.template as MenuItemConstructorOptions[])
  },
}

export const nativeImage = { createFromPath: (path: string) => ({ path }) }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** As in Electron, only the app holds a shown notification. */
export class Notification extends EventEmitter {
  static readonly shown: { options: Notification['options']; object: WeakRef<Notification> }[] = []
  static activate: Parameters<typeof Electron.Notification.handleActivation>[0] | undefined
  static isSupported() {
    return world.notifications
  }
  static handleActivation(callback: Parameters<typeof Electron.Notification.handleActivation>[0]) {
    Notification.activate = callback
  }
  /** Emits an event on the notification with this index, if the app still holds it. */
  static async emit(index: number, event: 'click' | 'close' | 'failed', ...args: unknown[]) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    return Notification.shown[index]?.object.deref()?.emit(event, {}, ...args) ?? false
  }
  readonly options: { title: string; body: string }
  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }
  show() {
    Notification.shown.push({ options: this.options, object: new WeakRef(this) })
    this.emit('show', {})
  }
}

interface FakeWindowOptions {
  readonly webPreferences: Record<string, unknown>
  readonly show: boolean
  readonly backgroundColor: string
  readonly width: number
  readonly height: number
}

export class BrowserWindow extends EventEmitter {
  static fromWebContents() {
    return new BrowserWindow({} as FakeWindowOptions)
  }
  readonly options: FakeWindowOptions
  readonly webContents = new FakeWebContents('app://chainglass/')
  shown = false
  maximized = false
  focused = false
  url = ''
  constructor(options: FakeWindowOptions) {
    super()
    this.options = options
  }
  show() {
    this.shown = true
  }
  isVisible() {
    return this.shown
  }
  maximize() {
    this.maximized = true
  }
  isMaximized() {
    return this.maximized
  }
  isFocused() {
    return this.focused
  }
  setOverlayIcon = record('setOverlayIcon')
  isDestroyed() {
    return false
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 1000, height: 700 }
  }
  loadURL(url: string) {
    this.url = url
    record('loadURL')(url)
    return Promise.resolve()
  }
}
