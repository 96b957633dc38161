import { join } from 'node:path'
import { BrowserWindow, nativeTheme } from 'electron'
import { ORIGIN } from './origin.ts'

/** The colours of `--bg` in tokens.css, so that the window is never white before its first paint. */
const BACKGROUND = { light: '#f5f6f8', dark: '#0e1116' } as const

/** Opens the window on a path of the renderer's router; shown when it has something to show. */
export function openWindow(options: { readonly preload: string; readonly path?: string }): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Chainglass',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: options.preload,
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
    },
  })
  window.once('ready-to-show', () => {
    window.show()
  })
  void window.loadURL(ORIGIN + (options.path ?? '/'))
  return window
}

export const preloadPath = (outMain: string) => join(outMain, '..', 'preload', 'index.cjs')
