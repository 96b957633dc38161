/** Usual behaviour of a desktop program, tested on the built main process. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { createTempFolder, removeFolder } from '../../folders.ts'
import { connectElectronCore, type ElectronApp } from '../../electron-app.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const STAND_IN = join(import.meta.dirname, '..', '..', 'electron-stand-in', 'electron')
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.describe.configure({ mode: 'default' })

let dataDir: string
test.beforeEach(() => {
  dataDir = createTempFolder()
})
test.afterEach(() => {
  removeFolder(dataDir)
})
const start = async (options: Parameters<typeof startApp>[0] = {}) =>
  (await startApp({ dataDir, ...options })) as ElectronApp

/** Starts the program a second time, as a person or their browser would. Returns its exit code. */
async function startSecond(...args: string[]): Promise<unknown> {
  const child = spawn(STAND_IN, ['--ozone-platform=headless', ROOT, '--data-dir', dataDir, ...args], {
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [unknown]
  return code
}

test('remote sources are asked through the proxy of the system’s settings', async ({ autoClose }) => {
  test.skip(test.info().project.name !== 'stand-in', 'the stand-in plays the settings of the system')
  const asked: (string | undefined)[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
    asked.push(url)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  const system = `PROXY 127.0.0.1:${String(port)}; DIRECT`
  const env = { CHAINGLASS_STAND_IN_PROXY: system, http_proxy: '', https_proxy: '' }
  const core = await connectElectronCore(await autoClose(start({ env })))
  await core.call('sources.add', { url: 'https://instance.example' }).catch(() => undefined)
  expect(asked).toContain('instance.example:443')
  core.close()
  proxy.close()
})

test('a second start hands its link to the first, which asks before it opens it', async ({
  page,
  autoClose,
}) => {
  test.skip(test.info().project.name !== 'stand-in', 'the second start is made with the stand-in')
  const app = await autoClose(start())
  await page.goto(appUrl(app, '/s/sample'))
  const atStart = page.url()
  const question = page.getByRole('dialog', { name: 'Open a link from another program?' })
  expect(await startSecond('--', `chainglass://1/address/${ADDRESS}`)).toBe(0)
  await expect(question).toContainText('Address on Ethereum')
  await expect(question).toContainText(ADDRESS)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(page.url()).toBe(atStart)
  // The question does not change under the hand of the person who answers it.
  expect(await startSecond('--', `chainglass://1/tx/0x${'ab'.repeat(32)}`)).toBe(0)
  await expect(question).toContainText('Another link arrived meanwhile')
  await expect(question).toContainText(ADDRESS)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(page.url()).toBe(atStart)
  expect(await startSecond('--', `chainglass://1/address/${ADDRESS}`)).toBe(0)
  await question.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`/address/${ADDRESS}`))
  const before = page.url()
  expect(await startSecond('--', 'chainglass://1/address/0x12"><img src=x onerror=alert(1)>')).toBe(0)
  await expect.poll(() => app.stderr()).toContain('A link from outside was dropped')
  expect(page.url()).toBe(before)
})

test('a link that starts the app is asked about, though it comes before the app is ready', async ({
  page,
  autoClose,
}) => {
  test.skip(test.info().project.name !== 'stand-in', 'only the stand-in is told a link this early')
  const app = await autoClose(
    start({ env: { CHAINGLASS_STAND_IN_LINK: `chainglass://1/address/${ADDRESS}` } }),
  )
  // As it has opened by itself.
  await page.goto(app.url)
  const question = page.getByRole('dialog', { name: 'Open a link from another program?' })
  await expect(question).toContainText(ADDRESS)
})

test('a core that dies is reported and restarted', async ({ page, autoClose }) => {
  const app = await autoClose(start())
  await page.goto(appUrl(app, '/s/sample?tab=transfers'))
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const core = corePid(app.process.pid ?? 0)
  process.kill(core, 'SIGKILL')
  for (const line of ['The core has ended', 'The core’s process has ended with code'])
    await expect.poll(() => app.stderr()).toContain(line)
  await expect.poll(() => corePid(app.process.pid ?? 0)).not.toBe(core)
  await expect(page.getByText('The connection to Chainglass is lost.')).toBeHidden()
  // The open page uses the new core: it was notified of the loss.
  const dataFacts = page.getByText(/settings, sources, watched addresses and/)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(dataFacts).toBeVisible()
})

test('a page that crashes is reloaded at its URL, when the person chooses so', async ({ autoClose }) => {
  const app = await autoClose(start())
  const url = appUrl(app, '/s/sample').replace(/#.*/, '')
  await app.page.goto(url)
  const loaded = app.electron.evaluate(
    ({ BrowserWindow }) =>
      new Promise<string>((resolve) => {
        const { webContents } = BrowserWindow.getAllWindows()[0]!
        // Registered after the crash: the event of the earlier load may arrive late.
        webContents.once('render-process-gone', () => {
          webContents.once('did-finish-load', () => {
            resolve(webContents.getURL())
          })
        })
        webContents.forcefullyCrashRenderer()
      }),
  )
  expect(await loaded).toBe('app://chainglass/s/sample')
  const shown = await app.electron.evaluate(
    ({ dialog }) => (dialog as unknown as { shown: { buttons: string[] }[] }).shown,
  )
  expect(shown.map(({ buttons }) => buttons)).toEqual([['Reload', 'Quit']])
})

test('the menu runs the commands of the page', async ({ page, autoClose }) => {
  const app = await autoClose(start())
  await page.goto(appUrl(app, '/s/sample?tab=transfers'))
  await expect(page.getByRole('grid')).toBeVisible()
  const press = (label: string) =>
    app.electron.evaluate(({ Menu }, label) => {
      const menu = Menu.getApplicationMenu() as unknown as {
        find(label: string): { click(): void } | undefined
      }
      menu.find(label)!.click()
    }, label)
  await press('&Settings')
  await expect(page).toHaveURL(/\/settings$/)
  await press('Back')
  await expect(page).toHaveURL(/\/s\/sample\?tab=transfers$/)
  await press('Search…')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
})

test('the next window has the theme before its first paint', async ({ page, autoClose }) => {
  const first = await start()
  await page.goto(appUrl(first, '/settings'))
  const core = await connectElectronCore(first)
  await core.call('settings.change', { theme: 'dark' })
  await expect.poll(() => themeOf(first)).toBe('dark')
  core.close()
  // In Electron the window ends with its app; here the page would go on loading parts that nobody serves any more.
  await page.goto('about:blank')
  await first.stop()
  const next = await autoClose(start())
  const window = await next.electron.evaluate(({ BrowserWindow }) => {
    const { options } = BrowserWindow.getAllWindows()[0] as unknown as {
      options: { backgroundColor: string; show: boolean }
    }
    return options
  })
  expect(window.backgroundColor).toBe('#0e1116')
  expect(window.show).toBe(false)
})

test('a key under a keyring is there at the next start, and in no file as plain text', async () => {
  const KEY = 'proapi_planted_1234567890abcd'
  const env = { CHAINGLASS_STAND_IN_KEYRING: 'p' }
  const first = await start({ env })
  const firstCore = await connectElectronCore(first)
  const [source] = (await firstCore.call('keys.list', {})).keys
  await firstCore.call('keys.set', { id: source!.id, key: KEY })
  firstCore.close()
  await first.stop()
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).not.toContain(KEY)
  expect(readFileSync(join(dataDir, 'logs', 'chainglass.log'), 'utf8')).toContain('Keyring: gnome_libsecret.')
  const next = await start({ env })
  const nextCore = await connectElectronCore(next)
  const find = async () =>
    (await nextCore.call('keys.list', {})).keys.find(({ id }) => id === source!.id)?.key
  await expect.poll(find).toEqual({ state: 'set', ends: 'abcd', kept: 'keyring' })
  nextCore.close()
  await next.stop()
})

for (const [name, env] of Object.entries({
  'without a keyring': {},
  'where its prompt was closed': { CHAINGLASS_STAND_IN_KEYRING: 'dismissed' },
  'where nobody answers its prompt': { CHAINGLASS_STAND_IN_KEYRING: 'locked' },
}))
  test(`${name} a key is kept for the session only`, async ({ autoClose }) => {
    // The core is there before a keyring is asked: else this would not come back.
    const app = await autoClose(start({ env }))
    const core = await connectElectronCore(app)
    const { vault, keys } = await core.call('keys.list', {})
    expect(vault).toBe('session')
    const set = await core.call('keys.set', { id: keys[0]!.id, key: 'proapi_planted_1234567890abcd' })
    expect(set).toEqual({ state: 'set', ends: 'abcd', kept: 'session' })
    expect(existsSync(join(dataDir, 'keys.json'))).toBe(false)
  })

test('no keyring is asked before there is a key', async ({ page, autoClose }) => {
  const app = await autoClose(start({ env: { CHAINGLASS_STAND_IN_KEYRING: 'p' } }))
  await page.goto(appUrl(app, '/s/sample?tab=transfers'))
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const asked = await app.electron.evaluate(
    ({ safeStorage }) => (safeStorage as unknown as { asked: number }).asked,
  )
  expect(asked).toBe(0)
})

test('on a German system window and menu are in German, whatever languages Chromium has', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(start({ env: { CHAINGLASS_STAND_IN_LANGUAGE: 'de-DE' } }))
  await page.goto(appUrl(app, '/s/sample'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('link', { name: 'Einstellungen' }).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.language)).toBe('en-US')
  const hasGermanMenu = await app.electron.evaluate(({ Menu }) => {
    const menu = Menu.getApplicationMenu() as unknown as { find(label: string): unknown }
    return menu.find('&Datei') !== undefined
  })
  expect(hasGermanMenu).toBe(true)
})

test('the executable is the command line too, also behind a switch that an AppImage adds', () => {
  test.skip(test.info().project.name !== 'stand-in', 'the stand-in is started by hand')
  const { stdout, status } = runCommand({}, ['--no-sandbox'], ['list', 'blocks', '--limit=1'])
  expect(stdout).toMatch(/^\d/m)
  expect(status).toBe(0)
})

test('on Windows mcp reads what it is sent, though Electron has an empty stdin there', () => {
  test.skip(test.info().project.name !== 'stand-in', 'only the stand-in is as on Windows here')
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const { stdout } = runCommand(AS_ON_WINDOWS, [], ['mcp'], `${JSON.stringify(initialize)}\n`)
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: 'chainglass' } } })
})

test('on Windows a source is one word with its option: Electron refuses what is behind a URL', () => {
  test.skip(test.info().project.name !== 'stand-in', 'only the stand-in is as on Windows here')
  const url = 'http://127.0.0.1:1'
  expect(runCommand(AS_ON_WINDOWS, [], ['list', 'blocks', '--source', url, '--limit=1']).status).toBe(255)
  const { status, stderr } = runCommand(AS_ON_WINDOWS, [], ['list', 'blocks', `--source=${url}`, '--limit=1'])
  expect(status).not.toBe(255)
  expect(stderr).not.toBe('')
})

test('it quits cleanly, with its core and its browser', async () => {
  const app = await start()
  const core = corePid(app.process.pid ?? 0)
  const ended = once(app.process, 'exit')
  await app.electron.evaluate(({ app }) => {
    app.quit()
  })
  expect(await ended).toEqual([0, null])
  await expect.poll(() => isRunning(core)).toBe(false)
})

const AS_ON_WINDOWS = { CHAINGLASS_STAND_IN_SYSTEM: 'win32' }

/** Runs the executable to its end, as a terminal would. */
function runCommand(env: object, switches: string[], command: string[], input = '') {
  return spawnSync(STAND_IN, [ROOT, ...switches, ...command, `--data-dir=${dataDir}`], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    input,
    timeout: 240_000,
  })
}

const themeOf = (app: ElectronApp) => app.electron.evaluate(({ nativeTheme }) => nativeTheme.themeSource)

/** Whether a process with this id exists; signal 0 only checks that. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The process id of an app's core: the child that runs the core's entry. */
function corePid(parent: number): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
  return Number(/^\s*(\d+).*core-entry/m.exec(children)?.[1] ?? 0)
}
