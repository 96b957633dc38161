import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import type { HostStateFile } from './host-state.ts'
import { ORIGIN } from '../security/origin.ts'
import { MIN_SIZE, fitWindowBounds } from './window-bounds.ts'

/** The colours of `--bg` in tokens.css, so that the window is never white before its first paint. */
const BACKGROUND = { light: '#f5f6f8', dark: '#0e1116' } as const
/** The window is shown after this time even if its page never paints. */
const MAX_HIDDEN_MS = 4_000
const SAVE_DEBOUNCE_MS = 500

export interface WindowOptions {
  readonly preload: string
  /** The window's icon, on systems that do not use the program's. */
  readonly icon: string
  readonly state: HostStateFile
  /** A path of the renderer's router. */
  readonly path?: string
}

/** Opens the window with its last bounds and theme. It becomes visible when its page has painted. */
export function openWindow({ preload, icon, state, path = '/' }: WindowOptions): BrowserWindow {
  const { bounds, maximized, theme } = state.read()
  nativeTheme.themeSource = theme ?? 'system'
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  const window = new BrowserWindow({
    ...fitWindowBounds(
      bounds,
      [primary, ...others].map((display) => display.workArea),
    ),
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    title: 'Chainglass',
    icon,
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
  saveBounds(window, state)
  void window.loadURL(ORIGIN + path)
  return window
}

export const preloadPath = (outMain: string) => join(outMain, '..', 'preload', 'index.cjs')

/** Shows a window in front of the others, also if it is minimized or hidden. */
export function focusWindow(window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function showWhenPainted(window: BrowserWindow, maximized: boolean) {
  const show = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isVisible()) return
    if (maximized) window.maximize()
    window.show()
  }
  const timer = setTimeout(show, MAX_HIDDEN_MS)
  window.once('ready-to-show', show)
  window.once('closed', () => {
    clearTimeout(timer)
  })
}

function saveBounds(window: BrowserWindow, state: HostStateFile) {
  const save = () => {
    state.change({ bounds: window.getNormalBounds(), maximized: window.isMaximized() })
  }
  // Debounced: saves once at the end of a move.
  let timer: NodeJS.Timeout | undefined
  const saveDebounced = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!window.isDestroyed()) save()
    }, SAVE_DEBOUNCE_MS)
  }
  window.on('resize', saveDebounced)
  window.on('move', saveDebounced)
  window.on('close', () => {
    clearTimeout(timer)
    save()
  })
  // A prevented close may be followed by moves; after a real close no timer may run.
  window.once('closed', () => {
    clearTimeout(timer)
  })
}
