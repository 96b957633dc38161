import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as electron from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { serveRenderer } = await import('./app-protocol.ts')
const { carryContract } = await import('./ipc.ts')
const { guardNavigation, openOutside } = await import('./navigation.ts')
const { denyTheRest } = await import('./permissions.ts')
const { openWindow } = await import('./window.ts')
const { readArguments } = await import('./arguments.ts')

const OURS = 'app://chainglass/s/sample'

beforeEach(() => {
  electron.calls.length = 0
})

describe('app://', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chainglass-main-'))
    mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
    writeFileSync(join(folder, 'renderer', 'index.html'), '<meta name="csp-nonce" content="%CSP_NONCE%">')
    writeFileSync(join(folder, 'renderer', 'assets', 'a.js'), 'ok')
    writeFileSync(join(folder, 'secret.js'), 'secret')
    serveRenderer(join(folder, 'renderer'))
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })
  const ask = (url: string, method = 'GET') => electron.handlers.scheme!(new Request(url, { method }))

  it('serves the page at every path, with a strict policy and its nonce', async () => {
    const response = await ask('app://chainglass/s/sample/address/0x0')
    const policy = response.headers.get('content-security-policy') ?? ''
    const nonce = /content="([^"]+)"/.exec(await response.text())?.[1] ?? 'none'
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).toContain("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('serves built files, and nothing outside its folder, of another host, or by another method', async () => {
    expect(await (await ask('app://chainglass/assets/a.js')).text()).toBe('ok')
    for (const path of [
      '/..%2fsecret.js',
      '/%2e%2e/secret.js',
      '/assets/..%5c..%5csecret.js',
      '/%00.js',
      '/assets/none.js',
      '/%zz.js',
    ])
      expect((await ask(`app://chainglass${path}`)).status, path).toBeGreaterThanOrEqual(400)
    expect((await ask('app://elsewhere/assets/a.js')).status).toBe(404)
    expect((await ask('app://chainglass/', 'POST')).status).toBe(405)
  })
})

describe('IPC', () => {
  function carried() {
    const heard: string[] = []
    const ends: string[] = []
    let lose: () => void = () => undefined
    let say: (text: string) => void = () => undefined
    const stop = carryContract({
      log: () => undefined,
      link: {
        connect: (window) => {
          lose = window.lost
          say = window.send
          return { receive: (text) => heard.push(text), close: () => ends.push('closed') }
        },
      },
    })
    return {
      heard,
      ends,
      stop,
      lose: () => {
        lose()
      },
      say: (text: string) => {
        say(text)
      },
    }
  }
  const from = (contents: electron.FakeWebContents, senderFrame: unknown = contents.mainFrame) => ({
    sender: contents,
    senderFrame,
  })

  it('carries texts of our main frame both ways, and ends with the page', () => {
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    electron.ipcMain.emit('chainglass', from(window), 'hello')
    link.say('reply')
    expect(link.heard).toEqual(['hello'])
    expect(window.sent).toEqual(['reply'])
    window.emit('did-start-navigation')
    expect(link.ends).toEqual(['closed'])
    link.stop()
  })

  it('drops what comes from a foreign page, a frame within ours, a page gone, or is no text', () => {
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    const foreign = new electron.FakeWebContents('https://evil.example/')
    electron.ipcMain.emit('chainglass', from(foreign), 'x')
    electron.ipcMain.emit('chainglass', from(window, { url: OURS }), 'x')
    electron.ipcMain.emit('chainglass', from(window, null), 'x')
    electron.ipcMain.emit('chainglass', from(window), { verb: 'request' })
    electron.ipcMain.emit('chainglass', from(window), 'x'.repeat(17 * 1024 * 1024))
    expect(link.heard).toEqual([])
    link.stop()
  })

  it('drops a flood and goes on', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    for (let n = 0; n < 10_000; n++) electron.ipcMain.emit('chainglass', from(window), 'x')
    expect(link.heard).toHaveLength(2_000)
    vi.setSystemTime(1_002_000)
    electron.ipcMain.emit('chainglass', from(window), 'after')
    expect(link.heard.at(-1)).toBe('after')
    link.stop()
    vi.useRealTimers()
  })

  it('tells a window that its core has died', () => {
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    electron.ipcMain.emit('chainglass', from(window), 'hello')
    link.lose()
    expect(window.sent).toEqual(['{"verb":"lost"}'])
    link.stop()
  })
})

describe('the window', () => {
  it('is isolated, sandboxed, hidden until it has something to show, and never white in the dark', () => {
    const window = openWindow({ preload: '/preload.cjs' }) as unknown as electron.BrowserWindow
    expect(window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    })
    expect(window.options.show).toBe(false)
    expect(window.options.backgroundColor).not.toBe('#ffffff')
    expect(window.url).toBe('app://chainglass/')
    window.emit('ready-to-show')
    expect(window.shown).toBe(true)
  })

  it('goes nowhere else, and opens https links outside as the parser writes them', async () => {
    const stop = guardNavigation()
    const contents = new electron.FakeWebContents(OURS)
    electron.app.emit('web-contents-created', {}, contents)
    const prevented = (url: string) => {
      let stopped = false
      contents.emit('will-navigate', { url, preventDefault: () => (stopped = true) })
      return stopped
    }
    for (const url of [
      'https://evil.example',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'app://elsewhere/',
    ])
      expect(prevented(url), url).toBe(true)
    expect(prevented(OURS)).toBe(false)
    expect(contents.openHandler!({ url: 'https://etherscan.io/tx/0x1' })).toEqual({ action: 'deny' })
    expect(electron.calls).toEqual([{ name: 'openExternal', args: ['https://etherscan.io/tx/0x1'] }])
    for (const url of [
      'file:///x',
      'javascript:1',
      'smb://x',
      'https://user:pass@x.example',
      'not a url',
      'http://x.example',
    ])
      expect(await openOutside(url), url).toBe(false)
    stop()
  })

  it('is denied every permission but text to the clipboard and notifications, and reaches our scheme only', () => {
    denyTheRest()
    const ours = new electron.FakeWebContents(OURS)
    const asked = (permission: string, contents = ours) => {
      let granted: boolean | undefined
      electron.handlers.permissionRequest!(contents, permission, (answer) => (granted = answer))
      return granted
    }
    expect(asked('clipboard-sanitized-write')).toBe(true)
    for (const permission of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'usb'])
      expect(asked(permission), permission).toBe(false)
    expect(asked('notifications', new electron.FakeWebContents('https://evil.example'))).toBe(false)
    expect(electron.handlers.permissionCheck!(null, 'notifications', () => undefined)).toBe(false)
    const cancelled = (url: string) => {
      let result: boolean | undefined
      electron.handlers.beforeRequest!({ url }, ({ cancel }) => (result = cancel))
      return result
    }
    expect(cancelled(OURS)).toBe(false)
    for (const url of ['https://evil.example/', 'http://127.0.0.1:8545/', 'ws://x/', 'file:///etc/passwd'])
      expect(cancelled(url), url).toBe(true)
  })
})

describe('the arguments', () => {
  it('reads ours and leaves the rest alone', () => {
    expect(
      readArguments(['electron', '.', '--data-dir', 'd', '--inspect', '--source=http://x', '--lang=de']),
    ).toEqual({
      dataDir: 'd',
      source: 'http://x',
    })
    expect(readArguments(['electron', '.', '--data-dir'])).toEqual({ dataDir: undefined, source: undefined })
  })
})
