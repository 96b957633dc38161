/** Windows as the app sees them. One whose settings would weaken it can't be made here at all. */
import { EventEmitter } from 'node:events'
import { app, StandInEvent } from './app.ts'
import { chromium } from './chromium.ts'
import { WebContents } from './web-contents.ts'

interface Options {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly show?: boolean
  readonly title?: string
  readonly backgroundColor?: string
  readonly webPreferences?: Readonly<Record<string, unknown>>
}

/** Preferences that a window must set itself, whatever Electron's default is today. */
const REQUIRED: Readonly<Record<string, boolean>> = {
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
}

const windows = new Set<BrowserWindow>()

export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => [...windows]
  static fromWebContents = (contents: object) =>
    [...windows].find((window) => window.webContents === contents) ?? null
  static getFocusedWindow = () => [...windows].find((window) => window.isFocused()) ?? null

  readonly id = windows.size + 1
  readonly options: Options
  readonly webContents: WebContents
  private visible: boolean
  private minimized = false
  private maximized = false
  private focused = false
  private bounds: { x: number; y: number; width: number; height: number }

  constructor(options: Options = {}) {
    super()
    assertSafe(options.webPreferences ?? {})
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    this.options = options
    this.visible = options.show ?? true
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    }
    const preload = options.webPreferences?.preload
    const { width, height } = this.bounds
    this.webContents = new WebContents(typeof preload === 'string' ? preload : undefined, { width, height })
    windows.add(this)
    app.windows.add(this)
    app.emit('browser-window-created', new StandInEvent(), this)
    this.webContents.once('first-paint', () => this.emit('ready-to-show'))
    this.webContents.on('close-asked', () => this.close())
    chromium().root.on('Target.targetDestroyed', ({ targetId }: { targetId: string }) => {
      if (targetId === this.webContents.targetId) this.gone()
    })
    chromium().root.tell('Target.setDiscoverTargets', { discover: true })
  }

  loadURL = (url: string) => this.webContents.loadURL(url)
  isDestroyed = () => !windows.has(this)
  isVisible = () => this.visible
  isMinimized = () => this.minimized
  isMaximized = () => this.maximized
  isFocused = () => this.focused
  getBounds = () => this.bounds
  getNormalBounds = () => this.bounds
  show() {
    this.visible = true
    this.emit('show')
    this.focus()
  }
  hide() {
    this.visible = false
  }
  focus() {
    if (this.focused) return
    this.focused = true
    this.emit('focus')
    app.emit('browser-window-focus', new StandInEvent(), this)
  }
  setOverlayIcon() {
    // Windows only.
  }
  blur() {
    this.focused = false
    this.emit('blur')
  }
  minimize() {
    this.minimized = true
    this.focused = false
  }
  restore() {
    this.minimized = false
  }
  maximize() {
    this.maximized = true
  }
  setBounds(bounds: Partial<typeof this.bounds>) {
    this.bounds = { ...this.bounds, ...bounds }
    this.emit('resize')
    this.emit('move')
  }

  /** False where a listener kept it open. */
  close(): boolean {
    if (!windows.has(this)) return true
    const event = new StandInEvent()
    this.emit('close', event)
    if (event.defaultPrevented) return false
    this.webContents.destroy()
    this.gone()
    return true
  }
  destroy() {
    this.webContents.destroy()
    this.gone()
  }

  private gone() {
    if (!windows.delete(this)) return
    app.windows.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    app.windowClosed()
  }
}

function assertSafe(preferences: Readonly<Record<string, unknown>>) {
  if (!app.isSandboxed() && !app.commandLine.hasSwitch('no-sandbox'))
    throw new Error('app.enableSandbox() was not called: not every page would be sandboxed.')
  for (const [name, wanted] of Object.entries(REQUIRED)) {
    if (preferences[name] !== wanted)
      throw new Error(
        `webPreferences.${name} is ${String(preferences[name])}; a window needs ${String(wanted)}.`,
      )
  }
}
