/** The system around an app: what it is asked to do is written down, for tests to read and to answer. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { request, type RequestOptions } from 'node:http'
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

interface Box {
  readonly message: string
  readonly detail?: string
  readonly buttons: readonly string[]
}
export const dialog = {
  shown: [] as Box[],
  /** What the next boxes are answered with, by index of their button; without one the first is pressed. */
  answers: [] as number[],
  showMessageBox(...args: [Box] | [unknown, Box]) {
    const box = args.length === 2 ? args[1] : args[0]
    this.shown.push(box)
    return Promise.resolve({ response: this.answers.shift() ?? 0, checkboxChecked: false })
  },
  /** What the next dialogs for a folder give; without one they are called off. */
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

class NativeTheme extends EventEmitter {
  private source = 'system'
  get themeSource() {
    return this.source
  }
  set themeSource(source: string) {
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
export const clipboard = { text: '', writeText: (text: string) => void (clipboard.text = text) }

/** A keyring where the environment names one (`CHAINGLASS_STAND_IN_KEYRING`, a password), else none, as on a bare server. */
const keyring = process.env.CHAINGLASS_STAND_IN_KEYRING
const key = Buffer.alloc(32, keyring ?? 'none')
export const safeStorage = {
  getSelectedStorageBackend: () => (keyring === undefined ? 'basic_text' : 'gnome_libsecret'),
  isAsyncEncryptionAvailable: () => Promise.resolve(keyring !== undefined),
  encryptStringAsync(text: string) {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv)
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Promise.resolve(Buffer.concat([Buffer.from('v11'), iv, cipher.getAuthTag(), body]))
  },
  decryptStringAsync: async (bytes: Buffer) => {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(3, 15))
    cipher.setAuthTag(bytes.subarray(15, 31))
    const result = cipher.update(bytes.subarray(31), undefined, 'utf8') + cipher.final('utf8')
    return Promise.resolve({ result, shouldReEncrypt: false })
  },
}

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = []
  static isSupported = () => true
  readonly options: { readonly title: string; readonly body: string }
  constructor(options: { readonly title: string; readonly body: string }) {
    super()
    this.options = options
  }
  show() {
    Notification.shown.push(this)
  }
}

/** Of the main process's own network: what a fetching of a newer version needs, over plain http. */
export const net = {
  isOnline: () => true,
  request: (options: RequestOptions & { session?: unknown }) => {
    const { session: _unused, ...rest } = options
    return request(rest)
  },
}
