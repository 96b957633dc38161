import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import type { HostStateFile } from './host-state.ts'
import { ORIGIN } from '../security/origin.ts'
import { SMALLEST, fitWindowBounds } from './window-bounds.ts'

/** The colours of `--bg` in tokens.css, so that the window is never white before its first paint. */
const BACKGROUND = { light: '#f5f6f8', dark: '#0e1116' } as const
/** A page that can't paint must not keep its window hidden for ever. */
const MAX_HIDDEN_MS = 4_000

export interface WindowOptions {
  readonly preload: string
  readonly state: HostStateFile
  /** A path of the renderer's router. */
  readonly path?: string
}

/** Opens the window where it was, in the theme it had; shown when it has something to show. */
export function openWindow({ preload, state, path = '/' }: WindowOptions): BrowserWindow {
  const { bounds, maximized, theme } = state.read()
  nativeTheme.themeSource = theme ?? 'system'
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  const window = new BrowserWindow({
    ...fitWindowBounds(
      bounds,
      [primary, ...others].map((display) => display.workArea),
    ),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Chainglass',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  })
  showWhenPainted(window, maximized ?? false)
  keepPlace(window, state)
  void window.loadURL(ORIGIN + path)
  return window
}

export const preloadPath = (outMain: string) => join(outMain, '..', 'preload', 'index.cjs')

/** Brings a window in front of the others, wherever it is. */
export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function showWhenPainted(window: BrowserWindow, maximized: boolean) {
  const show = () => {
    clearTimeout(impatient)
    if (window.isDestroyed() || window.isVisible()) return
    if (maximized) window.maximize()
    window.show()
  }
  const impatient = setTimeout(show, MAX_HIDDEN_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => {
    clearTimeout(impatient)
  })
}

function keepPlace(window: BrowserWindow, state: HostStateFile) {
  const keep = () => {
    state.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  // Once at the end of a move, not at each of its pixels; the last one counts.
  let settling: NodeJS.Timeout | undefined
  const soon = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      if (!window.isDestroyed()) keep()
    }, 500)
  }
  window.on('resize', soon)
  window.on('move', soon)
  window.on('close', () => {
    clearTimeout(settling)
    keep()
  })
  // A closing that something prevents leaves the timer free to run again; a closed window has none.
  window.once('closed', () => {
    clearTimeout(settling)
  })
}
