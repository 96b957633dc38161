/** Tests the host's use of the system: keyring, menu, notifications, sleep, updates. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#shared/errors/errors.ts'
import { createMenuTemplate, type MenuActions } from '../window/menu-template.ts'
import * as electron from '../testing/fake-electron.ts'
import { signedText } from './update-signature.ts'

vi.mock('electron', () => import('../testing/fake-electron.ts'))
const { openKeyringVault } = await import('./keyring-vault.ts')
const { createHostCalls } = await import('../core/host-calls.ts')
const { createNotifications } = await import('./notifications.ts')
const { watchPower } = await import('./power-monitor.ts')
const { createUpdates } = await import('./updates.ts')
const { enableContextMenus } = await import('../window/context-menu.ts')
const { enableSandbox } = await import('../security/sandbox.ts')
const { findSystemProxy } = await import('./system-proxy.ts')
const { nameForWindows } = await import('./windows-identity.ts')

const both = (url: string) => ({ http_proxy: url, https_proxy: url })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-system-'))
  electron.calls.length = 0
  Object.assign(electron.world, {
    backend: 'gnome_libsecret',
    keyring: 'open',
    isPackaged: true,
    presses: [],
  })
  electron.Notification.shown.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

describe('the proxy of the system', () => {
  const find = (env: NodeJS.ProcessEnv = {}) => findSystemProxy(env, () => undefined)
  afterEach(() => {
    electron.world.proxy = 'DIRECT'
  })

  it.each([
    ['DIRECT', {}],
    ['', {}],
    ['PROXY proxy.corp:3128; DIRECT', both('http://proxy.corp:3128')],
    ['HTTPS proxy.corp:443', both('https://proxy.corp:443')],
    ['SOCKS5 proxy.corp:1080; DIRECT', {}],
  ])('%s', async (rules, variables) => {
    electron.world.proxy = rules
    const found = await find()
    expect(found.variables).toEqual(variables)
    expect(await found.later).toBeNull()
  })

  it('is not asked where the environment names one', async () => {
    electron.world.proxy = 'PROXY proxy.corp:3128'
    expect((await find({ https_proxy: 'http://other.corp:8080' })).variables).toEqual({})
  })

  it('is taken later where the system takes long to say it: the window does not wait', async () => {
    vi.useFakeTimers()
    const answer = Promise.withResolvers<string>()
    electron.world.proxy = answer.promise
    const finding = find()
    await vi.advanceTimersByTimeAsync(1_000)
    const { variables, later } = await finding
    expect(variables).toEqual({})
    answer.resolve('PROXY proxy.corp:3128')
    expect(await later).toEqual(both('http://proxy.corp:3128'))
  })
})

describe('the vault', () => {
  const file = () => join(folder, 'keys.json')
  const SECRET = 'proapi_planted_secret'
  const lines: string[] = []
  const open = () => openKeyringVault(file(), (line) => lines.push(line))
  const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
  beforeEach(() => {
    lines.length = 0
    on('linux')
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('keeps a key under the keyring, readable by this person only, and the key nowhere in the file', async () => {
    const vault = open()
    expect(await vault.set({ id: 'eth@https://x', secret: SECRET })).toBe('keyring')
    expect(await open().get({ id: 'eth@https://x' })).toEqual({ secret: SECRET, kept: 'keyring' })
    const text = readFileSync(file(), 'utf8')
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(Buffer.from(SECRET).toString('base64'))
    expect(JSON.parse(text)).toMatchObject({ backend: 'gnome_libsecret' })
    vi.restoreAllMocks()
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    await vault.remove({ id: 'eth@https://x' })
    expect(await vault.get({ id: 'eth@https://x' })).toBeNull()
  })

  it('asks no keyring before there is a key to read or to write', async () => {
    const vault = open()
    expect(await vault.get({ id: 'a' })).toBeNull()
    expect(await vault.remove({ id: 'a' })).toBeNull()
    expect(electron.called('keyring')).toEqual([])
  })

  it.each([
    ['has none', 'linux', { backend: 'basic_text' }],
    ['has one of no name', 'linux', { backend: 'unknown' }],
    ['has one whose prompt was closed', 'linux', { keyring: 'dismissed' }],
    ['gives no key', 'darwin', { keyring: 'denied' }],
  ] as const)(
    'is that of the session where the system has no real keyring: it %s',
    async (_, platform, world) => {
      on(platform)
      Object.assign(electron.world, world)
      const vault = open()
      expect(await vault.kind()).toBe('session')
      expect(await vault.set({ id: 'a', secret: SECRET })).toBe('session')
      expect(await vault.get({ id: 'a' })).toEqual({ secret: SECRET, kept: 'session' })
      expect(existsSync(file())).toBe(false)
      expect(await open().get({ id: 'a' })).toBeNull()
      expect(lines).toEqual(['No keyring: keys are kept for this session only.'])
    },
  )

  it('is that of the system on macOS and Windows, where all that is encrypted begins alike', async () => {
    for (const platform of ['darwin', 'win32'] as const) {
      on(platform)
      electron.world.keyring = 'dismissed'
      expect(await open().kind()).toBe('keyring')
    }
  })

  it('waits 3 s for a prompt that nobody answers, once, and keeps keys for the session until it is answered', async () => {
    await open().set({ id: 'kept', secret: SECRET })
    electron.world.keyring = 'locked'
    vi.useFakeTimers()
    const vault = open()
    const read = vault.get({ id: 'kept' })
    const refused = expect(read).rejects.toThrow('No keyring is open')
    await vi.advanceTimersByTimeAsync(3_000)
    await refused
    expect(lines.at(-1)).toContain('The keyring does not answer')
    expect(await vault.kind()).toBe('session')
    expect(await vault.set({ id: 'new', secret: 'another' })).toBe('session')
    expect(await vault.get({ id: 'new' })).toEqual({ secret: 'another', kept: 'session' })
    electron.unlockKeyring()
    await vi.advanceTimersByTimeAsync(0)
    expect(await vault.get({ id: 'kept' })).toEqual({ secret: SECRET, kept: 'keyring' })
    expect(await vault.set({ id: 'new', secret: 'another' })).toBe('keyring')
    expect(await open().get({ id: 'new' })).toEqual({ secret: 'another', kept: 'keyring' })
  })

  it('looks at each key that it sets: a keyring that was closed meanwhile keeps none', async () => {
    const vault = open()
    await vault.set({ id: 'a', secret: SECRET })
    electron.world.keyring = 'dismissed'
    expect(await vault.set({ id: 'a', secret: 'other' })).toBe('session')
    expect(await vault.get({ id: 'a' })).toEqual({ secret: 'other', kept: 'session' })
    electron.world.keyring = 'open'
    expect(await open().get({ id: 'a' })).toEqual({ secret: SECRET, kept: 'keyring' })
  })

  it('loses no key when many are set at once, and takes no nonsense', async () => {
    const vault = open()
    const ids = Array.from({ length: 20 }, (_, n) => `source-${String(n)}`)
    await Promise.all(ids.map((id) => vault.set({ id, secret: `secret of ${id}` })))
    expect(await Promise.all(ids.map((id) => vault.get({ id })))).toEqual(
      ids.map((id) => ({ secret: `secret of ${id}`, kept: 'keyring' })),
    )
    expect(await vault.get({ id: 'constructor' })).toBeNull()
    for (const input of [
      null,
      {},
      { id: '' },
      { id: 'a', secret: '' },
      { id: 'a', secret: 'x'.repeat(5_000) },
    ])
      await expect(vault.set(input)).rejects.toThrow()
    writeFileSync(file(), '{"secrets":')
    expect(await vault.get({ id: 'source-0' })).toBeNull()
  })
})

describe('what the core asks of its host', () => {
  it('is done within bounds, or refused', async () => {
    const vault = openKeyringVault(join(folder, 'keys.json'), () => undefined)
    const notifications = { show: () => true, areShown: () => true }
    const answer = createHostCalls({ vault, notifications, dataDir: folder })
    expect(await answer('open-link', 'https://x.example/a b')).toBe(true)
    expect(await answer('open-link', 'file:///etc/passwd')).toBe(false)
    expect(await answer('open-link', { toString: () => 'https://x.example' })).toBe(false)
    expect(await answer('open-folder', '/usr/bin/evil')).toBe(true)
    expect(electron.called('openPath')).toEqual([[folder]])
    await expect(answer('vault.get', { id: '' })).rejects.toThrow()
    // A dialog without a folder begins in the downloads.
    await answer('choose-folder', 'export')
    await answer('choose-folder', 'data')
    expect(electron.called('showOpenDialog')).toMatchObject([
      [{ defaultPath: '/home/someone/home' }],
      [{ defaultPath: '/home/someone/appData' }],
    ])
  })
})

describe('the menu', () => {
  const actions: MenuActions = {
    run: (command) => electron.calls.push({ name: 'run', args: [command] }),
    checkForUpdates: () => undefined,
    setChecksForUpdates: () => undefined,
    showLogs: () => undefined,
    showData: () => undefined,
    about: () => undefined,
  }
  const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
  const of = (platform: NodeJS.Platform, packaged = true) =>
    flat(createMenuTemplate({ platform, packaged, checksForUpdates: false }, actions))

  it.each(['linux', 'win32', 'darwin'] as const)(
    'on %s has one item for each key, and its own keys',
    (platform) => {
      const items = of(platform)
      const keys = items.flatMap(({ accelerator }) => accelerator ?? [])
      expect(new Set(keys).size).toBe(keys.length)
      expect(keys).toContain('CmdOrCtrl+,')
      expect(keys).toContain(platform === 'darwin' ? 'Cmd+[' : 'Alt+Left')
      expect(items.some(({ role }) => role === 'appMenu')).toBe(platform === 'darwin')
      for (const role of ['quit', 'undo', 'reload', 'zoomIn', 'windowMenu', 'help'])
        expect(
          items.some((item) => item.role === role),
          role,
        ).toBe(true)
      for (const label of ['Show Logs', 'Show Data Folder', 'Check for Updates…'])
        expect(
          items.filter((item) => item.label === label),
          label,
        ).toHaveLength(1)
    },
  )

  it('runs commands of the page, and has no tools for developers where it is installed', () => {
    const search = of('linux').find(({ label }) => label === 'Search…')!
    ;(search.click as () => void)()
    expect(electron.called('run')).toEqual([['search']])
    expect(of('linux').some(({ role }) => role === 'toggleDevTools')).toBe(false)
    expect(of('linux', false).some(({ role }) => role === 'toggleDevTools')).toBe(true)
  })

  it('under the right button offers what can be done with what is there', () => {
    const editFlags = {
      canUndo: false,
      canRedo: false,
      canCut: true,
      canCopy: true,
      canPaste: true,
      canSelectAll: true,
    }
    const disable = enableContextMenus()
    const contents = new EventEmitter()
    electron.app.emit('web-contents-created', {}, contents)
    const at = (more: object) => {
      electron.menus.length = 0
      const params = { isEditable: false, selectionText: '', linkURL: '', editFlags, ...more }
      contents.emit('context-menu', {}, params)
      return electron.menus.flat().map(({ role, label, type }) => role ?? label ?? type)
    }
    expect(at({})).toEqual([])
    expect(at({ selectionText: '0x12' })).toEqual(['copy'])
    expect(at({ linkURL: 'https://etherscan.io/' })).toEqual(['Open Link in Browser', 'Copy Link'])
    expect(at({ linkURL: 'app://chainglass/s/eth' })).toEqual([])
    expect(at({ linkURL: 'javascript:alert(1)' })).toEqual([])
    expect(at({ isEditable: true })).toContain('paste')
    disable()
  })
})

describe('a notification', () => {
  const ARRIVAL = {
    label: 'Whale',
    address: `0x12${'0'.repeat(36)}34`,
    source: 'eth',
    transactions: 1,
    transfers: 0,
    internal: 0,
    differs: 0,
    more: false,
  }

  it.each([
    ['back', -86_400_000],
    ['forward', 86_400_000],
  ])('comes no less and no more often where the clock is set %s', (_name, jump) => {
    vi.useFakeTimers()
    const notifications = createNotifications({
      getWindow: () => undefined,
      open: () => undefined,
      badge: '/badge.png',
      log: () => undefined,
    })
    const show = () => notifications.show(ARRIVAL)
    expect(Array.from({ length: 9 }, show).filter(Boolean)).toHaveLength(5)
    vi.setSystemTime(Date.now() + jump)
    expect(show()).toBe(false)
    vi.advanceTimersByTime(600_000)
    expect(show()).toBe(true)
    notifications.dispose()
    vi.useRealTimers()
  })

  it('is shown and counted while the person is elsewhere, without what a name could do to it', async () => {
    const window = { isFocused: () => false }
    const opened: unknown[] = []
    const notifications = createNotifications({
      getWindow: () => window as never,
      open: (...about) => opened.push(about),
      badge: '/badge.png',
      log: () => undefined,
    })
    const label = `New\u202e\u0007transfer${'x'.repeat(1_000)}`
    expect(notifications.show({ ...ARRIVAL, label })).toBe(true)
    expect(electron.Notification.shown[0]!.options.title).toMatch(/^New transferx+$/)
    expect(electron.Notification.shown[0]!.options.title).toHaveLength(200)
    notifications.show({ ...ARRIVAL, label: '', transactions: 2, more: true })
    const { options } = electron.Notification.shown[1]!
    expect(options).toEqual({ title: '0x1200…0034', body: '2 new transactions, and more' })
    // Without the app's reference the notification would be collected by now.
    expect(await electron.Notification.emit(1, 'click')).toBe(true)
    expect(opened).toEqual([[ARRIVAL.address, 'eth']])
    for (let n = 0; n < 49; n++) notifications.show(ARRIVAL)
    expect(electron.Notification.shown).toHaveLength(5)
    expect(electron.called('setBadgeCount').at(-1)).toEqual([51])
    electron.app.emit('browser-window-focus')
    expect(electron.called('setBadgeCount').at(-1)).toEqual([0])
    window.isFocused = () => true
    expect(notifications.show(ARRIVAL)).toBe(false)
    expect(notifications.show('nonsense')).toBe(false)
    notifications.dispose()
  })
})

describe('what the system says of notifications', () => {
  const SHOWN = {
    label: 'Whale',
    address: `0x12${'0'.repeat(36)}34`,
    source: 'eth',
    transactions: 1,
    transfers: 0,
    internal: 0,
    differs: 0,
    more: false,
  }
  function open(more: object = {}) {
    const lines: string[] = []
    const opened: unknown[] = []
    const notifications = createNotifications({
      getWindow: () => undefined,
      open: (...about) => opened.push(about),
      badge: '/badge.png',
      log: (line) => lines.push(line),
      ...more,
    })
    return { notifications, lines, opened }
  }
  afterEach(() => {
    electron.world.notifications = true
    vi.restoreAllMocks()
  })

  it('is heard: one that is not shown is logged, and told to the settings', async () => {
    const { notifications, lines } = open()
    const answer = createHostCalls({ vault: {} as never, notifications, dataDir: folder })
    notifications.show(SHOWN)
    expect(await answer('limits', {})).toEqual([])
    await electron.Notification.emit(0, 'failed', 'not allowed for this application')
    expect(lines).toEqual(['The system shows no notification: not allowed for this application'])
    expect(await answer('limits', {})).toEqual(['no_notifications'])
    notifications.show(SHOWN)
    expect(await answer('limits', {})).toEqual([])
    electron.world.notifications = false
    expect(await answer('limits', {})).toEqual(['no_notifications'])
    notifications.dispose()
  })

  it('lets go of one that was clicked or closed', async () => {
    const { notifications } = open()
    for (const event of ['click', 'close'] as const) {
      electron.Notification.shown.length = 0
      notifications.show(SHOWN)
      expect(await electron.Notification.emit(0, event)).toBe(true)
      expect(await electron.Notification.emit(0, event)).toBe(false)
    }
    notifications.dispose()
  })

  it('on Windows: one of an earlier run brings the window, and a mark stands for the number', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    const setOverlayIcon = vi.fn()
    const { notifications, opened } = open({ getWindow: () => ({ isFocused: () => false, setOverlayIcon }) })
    electron.Notification.activate?.({ type: 'click', arguments: '' })
    expect(opened).toEqual([[]])
    notifications.show(SHOWN)
    expect(setOverlayIcon).toHaveBeenLastCalledWith({ path: '/badge.png' }, 'New activity')
    electron.app.emit('browser-window-focus')
    expect(setOverlayIcon).toHaveBeenLastCalledWith(null, '')
    notifications.dispose()
  })
})

describe('sleep', () => {
  it('is followed by a core that answers, started anew if it does not', async () => {
    let isResponding = true
    let isRestarting = false
    const restarted: string[] = []
    const stop = watchPower({
      core: {
        call: () =>
          Promise.resolve(
            isResponding ? ok({} as never) : fail({ code: isRestarting ? 'offline' : 'cancelled' }),
          ),
      },
      link: { restart: () => restarted.push('restart') },
      log: () => undefined,
    })
    const settle = () => new Promise((resolve) => setImmediate(resolve))
    electron.powerMonitor.emit('resume')
    await settle()
    expect(restarted).toEqual([])
    isResponding = false
    isRestarting = true
    electron.powerMonitor.emit('resume')
    await settle()
    expect(restarted).toEqual([])
    isRestarting = false
    electron.powerMonitor.emit('resume')
    await settle()
    expect(restarted).toEqual(['restart'])
    electron.powerMonitor.emit('shutdown')
    expect(electron.called('quit')).toHaveLength(1)
    const window = new EventEmitter()
    electron.app.emit('browser-window-created', {}, window)
    window.emit('session-end')
    expect(electron.called('quit')).toHaveLength(2)
    stop()
  })
})

describe('a newer version', () => {
  const keys = generateKeyPairSync('ed25519')
  const key = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

  function updates(answer: () => Promise<unknown>, publicKey = key) {
    const log: string[] = []
    const done: string[] = []
    const updater = {
      autoDownload: true,
      autoInstallOnAppQuit: false,
      allowDowngrade: true,
      logger: {},
      checkForUpdates: () => {
        done.push('check')
        return answer()
      },
      downloadUpdate: () => {
        done.push('download')
        return Promise.resolve()
      },
    }
    const load = () => Promise.resolve(updater as never)
    return {
      updater,
      done,
      log,
      updates: createUpdates({ load, log: (line) => log.push(line), publicKey: publicKey || undefined }),
    }
  }
  const FEED = {
    version: '9.0.0',
    releaseDate: '2026-11-20T00:00:00.000Z',
    files: [{ url: 'Chainglass.AppImage', sha512: 'A'.repeat(86), size: 7 }],
  }
  const signature = sign(null, Buffer.from(signedText(FEED)!), keys.privateKey).toString('base64')
  const offer = (updateInfo: object) => () => Promise.resolve({ isUpdateAvailable: true, updateInfo })
  const newer = offer({ ...FEED, releaseNotes: 'of the host', signature })

  it.each([
    ['without a signature', FEED],
    ['with the signature of another', { ...FEED, version: '9.0.1', signature }],
    ['with another file', { ...FEED, files: [{ ...FEED.files[0], sha512: 'B'.repeat(86) }], signature }],
    ['with a file more', { ...FEED, files: [...FEED.files, ...FEED.files], signature }],
    ['with files of an unsigned kind', { ...FEED, packages: { x64: { path: 'x' } }, signature }],
    [
      'signed by another key',
      {
        ...FEED,
        signature: sign(
          null,
          Buffer.from(signedText(FEED)!),
          generateKeyPairSync('ed25519').privateKey,
        ).toString('base64'),
      },
    ],
  ])('in a feed %s is not offered, nor downloaded', async (_, feed) => {
    const { updates: one, done, log } = updates(offer(feed))
    await one.check('by-person')
    expect(done).toEqual(['check'])
    expect(log).toMatchObject([expect.stringContaining('not signed by the project')])
  })

  it('is not looked for by a build without the project’s key', async () => {
    const { updates: one, done } = updates(newer, '')
    await one.check('by-person')
    expect(done).toEqual([])
    expect(electron.called('showMessageBox')).toMatchObject([
      [{ message: 'This kind of installation does not update itself' }],
    ])
  })

  it('is fetched when the person says so, and put in place when they quit', async () => {
    const { updates: one, done, updater } = updates(newer)
    await one.check('by-person')
    expect(done).toEqual(['check', 'download'])
    expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: true, allowDowngrade: false })
    expect(electron.called('quit')).toEqual([])
  })

  const messages = () =>
    electron.called('showMessageBox').map(([box]) => (box as { message: string }).message)
  const AVAILABLE = 'Chainglass 9.0.0 is available'
  const READY = 'The new version is ready'

  it('that is looked for at the start is said to the person who asks meanwhile', async () => {
    const { updates: one, done } = updates(() => Promise.resolve({ isUpdateAvailable: false }))
    await Promise.all([one.check('at-start'), one.check('by-person')])
    expect(done).toEqual(['check'])
    expect(messages()).toEqual(['There is no newer version'])
  })

  it('that is on its way or ready is said to be, and not fetched again', async () => {
    const { updates: one, updater, done } = updates(newer)
    const download = Promise.withResolvers<undefined>()
    const begun = Promise.withResolvers<undefined>()
    updater.downloadUpdate = () => {
      done.push('download')
      begun.resolve(undefined)
      return download.promise
    }
    const first = one.check('at-start')
    await begun.promise
    await one.check('by-person')
    expect(messages()).toEqual([AVAILABLE, 'Chainglass 9.0.0 is being downloaded'])
    download.resolve(undefined)
    await first
    await one.check('at-start')
    await one.check('by-person')
    expect(messages().slice(2)).toEqual([READY, READY])
    expect(done).toEqual(['check', 'download'])
  })

  it('that a person wanted and could not be fetched is said, also at the start, and can be asked for again', async () => {
    const { updates: one, updater, log } = updates(newer)
    updater.downloadUpdate = () => Promise.reject(new Error('socket hang up'))
    await one.check('at-start')
    expect(messages()).toEqual([AVAILABLE, 'Chainglass 9.0.0 could not be downloaded'])
    expect(log).toEqual([expect.stringContaining('socket hang up')])
    updater.downloadUpdate = () => Promise.resolve()
    await one.check('by-person')
    expect(messages().slice(2)).toEqual([AVAILABLE, READY])
  })

  it('is left where the person does not want it', async () => {
    electron.world.presses = [1]
    const { updates: one, done } = updates(newer)
    await one.check('at-start')
    expect(done).toEqual(['check'])
  })

  it('that can not be looked for is said to the one who asked, and logged', async () => {
    const { updates: one, log } = updates(() => Promise.reject(new Error('HttpError: 404')))
    await one.check('at-start')
    expect(electron.called('showMessageBox')).toEqual([])
    await one.check('by-person')
    expect(electron.called('showMessageBox')).toHaveLength(1)
    expect(log).toHaveLength(2)
    expect(log[0]).toContain('404')
  })

  it('that another program puts in place is left to that one', async () => {
    const { updates: one, done } = updates(() => Promise.resolve(null))
    await one.check('by-person')
    expect(done).toEqual(['check'])
    expect(electron.called('showMessageBox')).toMatchObject([
      [{ message: 'This kind of installation does not update itself' }],
    ])
  })

  it('is not looked for by what is not installed', async () => {
    electron.world.isPackaged = false
    const { updates: one, done } = updates(newer)
    await one.check('by-person')
    expect(done).toEqual([])
  })
})

describe('before the app is ready', () => {
  it('every page gets a sandbox, but where the system was started without one', async () => {
    enableSandbox()
    expect(electron.called('enableSandbox')).toHaveLength(1)
    electron.world.switches = ['no-sandbox']
    enableSandbox()
    expect(electron.called('enableSandbox')).toHaveLength(1)
    const notifications = { show: () => true, areShown: () => true }
    const answer = createHostCalls({ vault: {} as never, notifications, dataDir: folder })
    expect(await answer('limits', {})).toEqual(['no_sandbox'])
    electron.world.switches = []
  })

  it('Windows is told one name for pins and notifications, and that of the installer', () => {
    nameForWindows()
    expect(electron.called('setAppUserModelId')).toEqual([])
    vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')
    nameForWindows()
    vi.restoreAllMocks()
    expect(electron.called('setAppUserModelId')).toEqual([['app.chainglass.desktop']])
    expect(electron.called('setToastActivatorCLSID')).toMatchObject([
      [expect.stringMatching(/^\{[\dA-F-]{36}\}$/)],
    ])
  })
})
