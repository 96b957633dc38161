import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as electron from '../testing/fake-electron.ts'

vi.mock('electron', () => import('../testing/fake-electron.ts'))

const { registerScheme, serveRenderer } = await import('./app-protocol.ts')
const { serveIpc } = await import('../core/ipc.ts')
const { guardNavigation, openExternal } = await import('./navigation.ts')
const { denyPermissions } = await import('./permissions.ts')
const { filterRequests } = await import('./request-filter.ts')
const { refuseDownloads } = await import('./downloads.ts')
const { refuseCertificates } = await import('./certificates.ts')

const OURS = 'app://chainglass/s/sample'

beforeEach(() => {
  electron.calls.length = 0
})

describe('app://', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'chainglass-main-'))
    mkdirSync(join(folder, 'renderer', 'assets'), { recursive: true })
    writeFileSync(
      join(folder, 'renderer', 'index.html'),
      '<html lang="en"><meta name="csp-nonce" content="%CSP_NONCE%">',
    )
    writeFileSync(join(folder, 'renderer', 'assets', 'a.js'), 'ok')
    writeFileSync(join(folder, 'renderer', 'assets', 'a.js.map'), 'ok')
    writeFileSync(join(folder, 'secret.js'), 'secret')
    serveRenderer(join(folder, 'renderer'), 'de')
  })
  afterEach(() => {
    rmSync(folder, { recursive: true })
  })
  const ask = (url: string, method = 'GET') => electron.handlers.scheme!(new Request(url, { method }))

  it('is as safe as https, and keeps what was compiled of it for the next start', () => {
    registerScheme()
    expect(electron.called('registerSchemesAsPrivileged')).toEqual([
      [
        [
          {
            scheme: 'app',
            privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
          },
        ],
      ],
    ])
  })

  it('serves the page at every path, with a strict policy and its nonce', async () => {
    const response = await ask('app://chainglass/s/sample/address/0x0')
    const policy = response.headers.get('content-security-policy') ?? ''
    const page = await response.text()
    const nonce = /content="([^"]+)"/.exec(page)?.[1] ?? 'none'
    expect(page).toContain('<html data-system-language="de" lang="en">')
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
      '/assets/a.js.map',
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
    const said: string[] = []
    const ipc = serveIpc({
      log: (line) => said.push(line),
      link: {
        connect: (window) => {
          lose = window.onLost
          say = window.send
          return { receive: (text) => heard.push(text), close: () => ends.push('closed') }
        },
      },
    })
    return {
      heard,
      ends,
      said,
      ipc,
      stop: ipc.dispose,
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
    window.emit('did-navigate-in-page')
    expect(link.ends).toEqual([])
    window.emit('did-navigate')
    expect(link.ends).toEqual(['closed'])
    link.stop()
  })

  it('drops what comes from a foreign page, a frame within ours, a page gone, or is no text', () => {
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    const foreign = new electron.FakeWebContents('https://evil.example/')
    electron.ipcMain.emit('chainglass', from(foreign), 'x')
    electron.ipcMain.emit('chainglass', from(window, { url: OURS, parent: window.mainFrame }), 'x')
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
    vi.advanceTimersByTime(1_000)
    expect(link.said).toEqual(['8000 messages were dropped: a flood, or not from our own page.'])
    electron.ipcMain.emit('chainglass', from(window), 'after')
    expect(link.heard.at(-1)).toBe('after')
    link.stop()
    vi.useRealTimers()
  })

  it('lets a window speak while another floods, and a new page after one that did', () => {
    const link = carried()
    const [flooding, other] = [new electron.FakeWebContents(OURS), new electron.FakeWebContents(OURS)]
    for (let n = 0; n < 2_001; n++) electron.ipcMain.emit('chainglass', from(flooding), 'x')
    electron.ipcMain.emit('chainglass', from(other), 'from another window')
    expect(link.heard.at(-1)).toBe('from another window')
    flooding.emit('did-navigate')
    expect(link.said).toEqual(['1 messages were dropped: a flood, or not from our own page.'])
    electron.ipcMain.emit('chainglass', from(flooding), 'from a new page')
    expect(link.heard.at(-1)).toBe('from a new page')
    link.stop()
  })

  it('tells a window that its core has died', () => {
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    electron.ipcMain.emit('chainglass', from(window), 'hello')
    link.lose()
    expect(window.sent).toEqual(['{"verb":"core-lost"}'])
    link.stop()
  })

  it('sends to a page that is loaded at once, and to one that is loading as soon as it is', () => {
    const link = carried()
    const window = new electron.FakeWebContents(OURS)
    link.ipc.send(window as never, { verb: 'run-command', id: 'search' })
    expect(window.sent).toEqual([])
    electron.ipcMain.emit('chainglass', from(window), 'hello')
    expect(window.sent).toEqual(['{"verb":"run-command","id":"search"}'])
    window.emit('did-navigate')
    link.ipc.send(window as never, { verb: 'run-command', id: 'help' })
    expect(window.sent).toHaveLength(1)
    link.stop()
  })
})

describe('navigation', () => {
  /** Paths that were opened in windows of their own. */
  const own: string[] = []

  it('goes nowhere else, neither by a link, a redirect, a frame nor a dropped file', () => {
    const stop = guardNavigation(
      () => undefined,
      (path) => own.push(path),
    )
    const contents = new electron.FakeWebContents(OURS)
    electron.app.emit('web-contents-created', {}, contents)
    for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate']) {
      const prevented = (url: string) => {
        let stopped = false
        contents.emit(event, { url, preventDefault: () => (stopped = true) })
        return stopped
      }
      for (const url of [
        'https://evil.example',
        'javascript:alert(1)',
        'data:text/html,x',
        'file:///etc/passwd',
        'app://elsewhere/',
        'app://chainglass.evil.example/',
        'about:blank',
      ])
        expect(prevented(url), `${event} ${url}`).toBe(true)
      expect(prevented(OURS)).toBe(false)
    }
    let attached = true
    contents.emit('will-attach-webview', { preventDefault: () => (attached = false) })
    expect(attached).toBe(false)
    stop()
  })

  it('opens no window, but https links outside, as the parser writes them and not by the dozen', async () => {
    vi.useFakeTimers({ now: 5_000_000 })
    const stop = guardNavigation(
      () => undefined,
      (path) => own.push(path),
    )
    const contents = new electron.FakeWebContents(OURS)
    electron.app.emit('web-contents-created', {}, contents)
    expect(contents.open('https://etherscan.io/tx/0x1')).toEqual({ action: 'deny' })
    expect(contents.open('HTTPS:\\\\etherscan.io\\a b')).toEqual({ action: 'deny' })
    expect(electron.called('openExternal')).toEqual([
      ['https://etherscan.io/tx/0x1'],
      ['https://etherscan.io/a%20b'],
    ])
    for (const url of [
      'file:///x',
      'javascript:1',
      'smb://x',
      'ms-settings:',
      'https://user:pass@x.example',
      'not a url',
      'http://x.example',
    ])
      expect(await openExternal(url), url).toBe(false)
    for (let n = 0; n < 30; n++) await openExternal(`https://x.example/${String(n)}`)
    expect(electron.called('openExternal')).toHaveLength(10)
    for (const day of [86_400_000, -172_800_000]) {
      vi.setSystemTime(Date.now() + day)
      expect(await openExternal('https://x.example')).toBe(false)
    }
    vi.advanceTimersByTime(600_000)
    expect(await openExternal('https://x.example')).toBe(true)
    vi.useRealTimers()
    stop()
  })

  it('opens a place of ours in a window of ours, and not by the dozen', () => {
    own.length = 0
    const stop = guardNavigation(
      () => undefined,
      (path) => own.push(path),
    )
    const contents = new electron.FakeWebContents(OURS)
    electron.app.emit('web-contents-created', {}, contents)
    for (let n = 0; n < 30; n += 1)
      expect(contents.open(`app://chainglass/s/eth?tab=${String(n)}`)).toEqual({
        action: 'deny',
      })
    expect(own.length).toBeLessThanOrEqual(10)
    expect(own[0]).toBe('/s/eth?tab=0')
    stop()
  })
})

describe('the session', () => {
  const ours = new electron.FakeWebContents(OURS)
  const foreign = new electron.FakeWebContents('https://evil.example')

  it('grants text to the clipboard and notifications to our page, and nothing else to anyone', () => {
    const stop = denyPermissions()
    const asked = (permission: string, contents = ours) => {
      let granted: boolean | undefined
      electron.handlers.permissionRequest!(contents, permission, (answer) => (granted = answer))
      expect(electron.handlers.permissionCheck!(contents, permission, () => undefined)).toBe(granted)
      return granted
    }
    expect(asked('clipboard-sanitized-write')).toBe(true)
    for (const permission of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'usb', 'fileSystem'])
      expect(asked(permission), permission).toBe(false)
    expect(asked('notifications', foreign)).toBe(false)
    expect(electron.handlers.permissionCheck!(null, 'notifications', () => undefined)).toBe(false)
    expect(electron.handlers.device!()).toBe(false)
    stop()
  })

  it('reaches our own scheme and nothing else', () => {
    const stop = filterRequests()
    const cancelled = (url: string) => {
      let result: boolean | undefined
      electron.handlers.beforeRequest!({ url }, ({ cancel }) => (result = cancel))
      return result
    }
    expect(cancelled(OURS)).toBe(false)
    expect(cancelled('blob:app://chainglass/6f0a')).toBe(false)
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1:8545/',
      'ws://x/',
      'file:///etc/passwd',
      'blob:https://evil.example/1',
      'app://elsewhere/',
      'chrome://gpu',
    ])
      expect(cancelled(url), url).toBe(true)
    stop()
  })

  it('saves what the page made itself, and fetches no file', () => {
    const stop = refuseDownloads(() => undefined)
    const refused = (url: string) => {
      let stopped = false
      const event = { preventDefault: () => (stopped = true) }
      electron.session.defaultSession.emit('will-download', event, { getURL: () => url })
      return stopped
    }
    expect(refused('blob:app://chainglass/6f0a')).toBe(false)
    for (const url of ['https://evil.example/a.exe', 'data:text/html,x', 'blob:https://evil.example/1'])
      expect(refused(url), url).toBe(true)
    stop()
  })

  it('trusts no certificate that the system does not, and gives none away', () => {
    const stop = refuseCertificates(() => undefined)
    const answers: unknown[] = []
    let prevented = 0
    const event = { preventDefault: () => (prevented += 1) }
    electron.app.emit('certificate-error', event, ours, 'https://x', 'ERR', {}, (trusted: boolean) =>
      answers.push(trusted),
    )
    electron.app.emit('select-client-certificate', event, ours, 'https://x', [{}], (one?: unknown) =>
      answers.push(one),
    )
    // Electron refuses a login if no listener handles it.
    expect(electron.app.listenerCount('login')).toBe(0)
    expect(answers).toEqual([false, undefined])
    expect(prevented).toBe(2)
    stop()
  })
})
