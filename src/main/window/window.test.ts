import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import { openHostState } from './host-state.ts'
import * as electron from '../testing/fake-electron.ts'
import { fitWindowBounds } from './window-bounds.ts'

vi.mock('electron', () => import('../testing/fake-electron.ts'))
const { openWindow } = await import('./window.ts')
const { showCrashDialogs } = await import('./crash-dialogs.ts')
const { followTheme } = await import('./theme.ts')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-window-'))
  electron.calls.length = 0
  electron.world.presses = []
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})
const stateFile = () => join(folder, 'window.json')
const open = () =>
  openWindow({
    preload: '/preload.cjs',
    icon: '/icon.png',
    state: openHostState(stateFile()),
  }) as unknown as electron.BrowserWindow

describe('the window', () => {
  it('is isolated, sandboxed, hidden until it has something to show, and never white in the dark', () => {
    const window = open()
    expect(window.options.webPreferences).toEqual({
      preload: '/preload.cjs',
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
      devTools: false,
    })
    expect(window.options.show).toBe(false)
    expect(window.options).toMatchObject({ icon: '/icon.png' })
    expect(window.options.backgroundColor).toBe('#0e1116')
    expect(window.url).toBe('app://chainglass/')
    window.emit('ready-to-show')
    expect(window.shown).toBe(true)
  })

  it('is shown in the end, even where its page never paints', () => {
    vi.useFakeTimers()
    const window = open()
    vi.advanceTimersByTime(4_000)
    expect(window.shown).toBe(true)
  })

  it('is where it was, as it was, at the next start', () => {
    const window = open()
    window.maximize()
    window.emit('close')
    const next = open()
    expect(next.options).toMatchObject({ x: 10, y: 20, width: 1000, height: 700 })
    next.emit('ready-to-show')
    expect(next.maximized).toBe(true)
  })

  it('opens in the middle where what it remembers is damaged or hostile', () => {
    for (const text of [
      '',
      '{',
      '[]',
      '{"bounds":{"x":1e99,"y":0,"width":1,"height":1}}',
      '{"theme":"<b>"}',
    ]) {
      writeFileSync(stateFile(), text)
      expect(open().options, text).toMatchObject({ width: 1440, height: 900 })
      expect(open().options, text).not.toHaveProperty('x')
    }
  })

  it('wears the theme of the settings before its first paint', () => {
    const state = openHostState(stateFile())
    let hear: (settings: { theme?: 'dark' | 'light' }) => void = () => undefined
    const core = {
      subscribe: (_name: string, _input: object, listener: typeof hear) => {
        hear = listener
        return () => undefined
      },
    } as Pick<RpcClient, 'subscribe'>
    followTheme({ core, state })
    hear({ theme: 'light' })
    expect(electron.nativeTheme.themeSource).toBe('light')
    electron.nativeTheme.themeSource = 'system'
    open()
    expect(electron.nativeTheme.themeSource).toBe('light')
    expect(JSON.parse(readFileSync(stateFile(), 'utf8'))).toMatchObject({ theme: 'light' })
    hear({})
    expect(electron.nativeTheme.themeSource).toBe('system')
  })
})

describe('where a window is put', () => {
  const laptop = { x: 0, y: 25, width: 1512, height: 920 }
  const left = { x: -2560, y: 0, width: 2560, height: 1440 }

  it('is where it was, on whichever display', () => {
    const was = { x: -2000, y: 100, width: 1200, height: 800 }
    expect(fitWindowBounds(was, [laptop, left])).toEqual(was)
  })

  it('is in the middle of what is there, where its display is gone or its title bar out of reach', () => {
    for (const was of [
      { x: -2000, y: 100, width: 1200, height: 800 },
      { x: 1500, y: 100, width: 1200, height: 800 },
      { x: 100, y: -700, width: 1200, height: 800 },
      { x: 100, y: 940, width: 1200, height: 800 },
    ])
      expect(fitWindowBounds(was, [laptop]), JSON.stringify(was)).toEqual({ width: 1200, height: 800 })
  })

  it('is no smaller than can be used and no larger than what is there', () => {
    expect(fitWindowBounds({ x: 0, y: 25, width: 10, height: 10 }, [laptop])).toMatchObject({
      width: 720,
      height: 480,
    })
    expect(fitWindowBounds({ x: 0, y: 25, width: 9_000, height: 9_000 }, [laptop])).toMatchObject({
      width: 1512,
      height: 920,
    })
    expect(fitWindowBounds(undefined, [])).toEqual({ width: 1440, height: 900 })
  })
})

describe('a page that dies', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  it('is told of, and reloaded at its place when the person says so', async () => {
    const window = open()
    showCrashDialogs(window as never, () => undefined)
    window.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    await settle()
    expect(electron.called('showMessageBox')).toMatchObject([[{ buttons: ['Reload', 'Quit'] }]])
    expect(electron.called('reload')).toHaveLength(1)
    electron.calls.length = 0
    window.webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 5 })
    await settle()
    expect(electron.called('loadURL')).toEqual([['app://chainglass/']])
    expect(electron.called('reload')).toEqual([])
  })

  it('is left alone when it ends as it should, and quits when the person says so', async () => {
    const window = open()
    showCrashDialogs(window as never, () => undefined)
    window.webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    await settle()
    expect(electron.called('showMessageBox')).toEqual([])
    electron.world.presses = [1]
    window.webContents.emit('render-process-gone', {}, { reason: 'killed', exitCode: 9 })
    await settle()
    expect(electron.called('quit')).toHaveLength(1)
  })

  it('that hangs is waited for unless the person reloads it', async () => {
    const window = open()
    showCrashDialogs(window as never, () => undefined)
    window.emit('unresponsive')
    await settle()
    expect(electron.called('forcefullyCrashRenderer')).toEqual([])
    electron.world.presses = [1]
    window.emit('unresponsive')
    await settle()
    expect(electron.called('forcefullyCrashRenderer')).toHaveLength(1)
  })
})
