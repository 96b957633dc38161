/** The system around an app: what it is asked to do is written down, for tests to read and to answer. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { request, type RequestOptions } from 'node:http'
import type { MessageBoxOptions, NativeTheme as NativeThemeOfElectron } from 'electron'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BrowserWindow } from './browser-window.ts'

export const shell = {
  opened: [] as string[],
  openExternal(url: string) {
    this.opened.push(url)
    return Promise.resolve()
  },
  openPath(path: string) {
    this.opened.push(path)
    return Promise.resolve('')
  },
  showItemInFolder(path: string) {
    this.opened.push(path)
  },
}

export const dialog = {
  shown: [] as MessageBoxOptions[],
  /** The answers to the next message boxes, by index of their button; without one the first is pressed. */
  answers: [] as number[],
  showMessageBox(...args: [MessageBoxOptions] | [unknown, MessageBoxOptions]) {
    const box = args.length === 2 ? args[1] : args[0]
    this.shown.push(box)
    return Promise.resolve({ response: this.answers.shift() ?? 0, checkboxChecked: false })
  },
  /** The results of the next folder dialogs; without one they are cancelled. */
  folders: [] as string[],
  showOpenDialog() {
    const folder = this.folders.shift()
    return Promise.resolve({
      canceled: folder === undefined,
      filePaths: folder === undefined ? [] : [folder],
    })
  },
  showErrorBox(title: string, content: string) {
    this.shown.push({ message: title, detail: content, buttons: [] })
  },
}

type Theme = NativeThemeOfElectron['themeSource']
class NativeTheme extends EventEmitter {
  private source: Theme = 'system'
  get themeSource() {
    return this.source
  }
  set themeSource(source: Theme) {
    this.source = source
    this.emit('updated')
    for (const window of BrowserWindow.getAllWindows()) {
      window.webContents.session?.tell('Emulation.setEmulatedMedia', {
        features: source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: source }],
      })
    }
  }
  get shouldUseDarkColors() {
    return this.source === 'dark'
  }
}
export const nativeTheme = new NativeTheme()

export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => DISPLAY,
  getAllDisplays: () => [DISPLAY],
})
const area = { x: 0, y: 0, width: 1920, height: 1080 }
const DISPLAY = { id: 1, bounds: area, workArea: area, scaleFactor: 1 }

export const powerMonitor = new EventEmitter()
export const clipboard = {
  text: '',
  writeText(text: string) {
    this.text = text
    return Promise.resolve()
  },
}

/**
 * `CHAINGLASS_STAND_IN_KEYRING`: `locked`, whose prompt nobody answers; `dismissed`, where it was closed, so that all is
 * encrypted with a key that everybody has; else a password. Without it none, as on a bare server: Electron encrypts there
 * too, with the key that everybody has.
 */
const keyring = process.env.CHAINGLASS_STAND_IN_KEYRING
const hasOwnKey = keyring !== undefined && keyring !== 'dismissed'
const key = Buffer.alloc(32, hasOwnKey ? keyring : 'peanuts')
const unlocked = (): Promise<void> =>
  keyring === 'locked' ? new Promise(() => undefined) : Promise.resolve()
export const safeStorage = {
  asked: 0,
  getSelectedStorageBackend: () => (keyring === undefined ? 'basic_text' : 'gnome_libsecret'),
  async encryptStringAsync(text: string) {
    this.asked += 1
    await unlocked()
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.from(hasOwnKey ? 'v11' : 'v10'), iv, cipher.getAuthTag(), body])
  },
  async decryptStringAsync(bytes: Buffer) {
    this.asked += 1
    await unlocked()
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(3, 15))
    cipher.setAuthTag(bytes.subarray(15, 31))
    const result = cipher.update(bytes.subarray(31), undefined, 'utf8') + cipher.final('utf8')
    return { result, shouldReEncrypt: false }
  },
}

export const nativeImage = { createFromPath: (path: string) => ({ path, isEmpty: () => !existsSync(path) }) }

/** Set by `v8.setFlagsFromString`, and there in new contexts only. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * As in Electron nothing but the app holds a notification that is shown: where the app does not either, a click on it
 * reaches nobody. `CHAINGLASS_STAND_IN_NOTIFICATIONS=failing`: they are not shown, as in an unsigned app on macOS.
 */
export class Notification extends EventEmitter {
  static readonly shown: {
    readonly options: Notification['options']
    readonly object: WeakRef<Notification>
  }[] = []
  static isSupported = () => true
  static handleActivation() {
    // Windows only.
  }
  /** Not Electron's: a person clicks the notification with this index. */
  static async click(index: number) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
    Notification.shown[index]?.object.deref()?.emit('click')
  }
  readonly options: { readonly title: string; readonly body: string }
  constructor(options: { readonly title: string; readonly body: string }) {
    super()
    this.options = options
  }
  show() {
    if (process.env.CHAINGLASS_STAND_IN_NOTIFICATIONS === 'failing') {
      setImmediate(() => this.emit('failed', {}, 'Notifications are not allowed for this application'))
      return
    }
    Notification.shown.push({ options: this.options, object: new WeakRef(this) })
  }
}

/** The main process's network, as far as downloading a newer version needs it, over plain http. */
export const net = {
  isOnline: () => true,
  request: (options: RequestOptions & { session?: unknown }) => {
    const { session: _unused, ...rest } = options
    return request(rest)
  },
}
