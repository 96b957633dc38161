/**
 * The built Electron host, run by the stand-in or by Electron's own runtime. Playwright's Electron driver drives both;
 * only the executable differs.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Locator, type Page } from '@playwright/test'
import type {
  CallInput,
  CallName,
  CallOutput,
  EventData,
  EventInput,
  EventName,
} from '../src/shared/rpc/contract.ts'
import type { ServerMessage } from '../src/shared/rpc/messages.ts'
import type { App, CoreClient, StartAppOptions } from './app-types.ts'
import { keepLog } from './failure-report.ts'
import { createTempFolder, removeFolder } from './folders.ts'

export type Host = 'loopback' | 'stand-in' | 'electron'

let selected: Host = 'loopback'
/** The host that this worker's specs run on. The fixtures set it before the first app starts. */
export const currentHost = () => selected
export const setHost = (host: Host) => {
  selected = host
}

const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..')
const STAND_IN = join(import.meta.dirname, 'electron-stand-in', 'electron')
const PRELOAD = join(ROOT, 'out', 'preload', 'index.cjs')
/** The stand-in's windows have this origin in place of app://chainglass: plain Chromium can't register a scheme. */
export const STAND_IN_ORIGIN = 'https://chainglass.app-scheme.invalid'
/** A file of our origin that is not the app: enough for a window that only uses the bridge. */
const BLANK_PATH = '/theme-before-paint.js'

export interface ElectronApp extends App {
  readonly electron: ElectronApplication
  readonly page: Page
  /** The stderr of the main process and the core. */
  readonly stderr: () => string
}

/** Why a host can't run on this machine; undefined where it can. */
export function unavailableReason(host: Host): string | undefined {
  if (host !== 'electron') return undefined
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display for Electron’s own window'
  return runtime() === undefined ? 'Electron’s runtime is not installed here' : undefined
}

function runtime(): string | undefined {
  const folder = join(ROOT, 'node_modules', 'electron')
  const pointer = join(folder, 'path.txt')
  if (!existsSync(pointer)) return undefined
  const path = join(folder, 'dist', readFileSync(pointer, 'utf8').trim())
  return existsSync(path) ? path : undefined
}

const started = new Map<string, ElectronApp>()

/** Resolves when the core responds to the window. Rejects with the app's stderr if it exits before. */
export async function startElectronApp(
  host: Exclude<Host, 'loopback'>,
  options: StartAppOptions = {},
): Promise<ElectronApp> {
  const executablePath = host === 'stand-in' ? STAND_IN : runtime()
  if (executablePath === undefined) throw new Error(unavailableReason(host))
  const dataDir = options.dataDir ?? createTempFolder()
  const electron = await _electron.launch({
    executablePath,
    cwd: ROOT,
    acceptDownloads: true,
    args: [
      ...(host === 'stand-in' ? ['--ozone-platform=headless'] : []),
      ROOT,
      '--data-dir',
      dataDir,
      ...(options.source ? ['--source', options.source] : []),
      ...(options.args ?? []),
    ],
    env: { ...(process.env as Record<string, string>), ...options.env },
  })
  const child = electron.process()
  const ended = new Promise<undefined>((resolve) => {
    child.once('exit', () => {
      resolve(undefined)
    })
  })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const endLog = keepLog(`the app ${String(child.pid)}`, () => stderr)
  const exitedEarly = ended.then(() => {
    throw new Error(`The host ended before it was ready:\n${stderr}`)
  })
  exitedEarly.catch(() => undefined)
  const window = await Promise.race([electron.firstWindow(), exitedEarly])
  const origin = host === 'stand-in' ? STAND_IN_ORIGIN : 'app://chainglass'
  await Promise.race([window.waitForURL((url) => url.href.startsWith(origin)), exitedEarly])
  await Promise.race([callOverBridge(window, 'app.info', {}), exitedEarly])
  const id = String(started.size + 1)
  const app: ElectronApp = {
    electron,
    page: window,
    origin,
    url: `${origin}/#app=${id}`,
    process: child,
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      endLog()
      if (!options.dataDir) removeFolder(dataDir)
    },
  }
  started.set(id, app)
  return app
}

/** Opens a hidden window and calls the core from it. */
export async function connectElectronCore(app: Pick<App, 'url'>): Promise<CoreClient> {
  const { electron } = appOf(app.url) ?? noApp()
  const page = await openHiddenWindow(electron)
  await page.waitForURL((url) => url.pathname === BLANK_PATH)
  return {
    call: (name, input) => callOverBridge(page, name, input),
    read: (name, input) => readOverBridge(page, name, input),
    close: () => {
      page.close().catch(() => undefined)
    },
  }
}

const WINDOW_TIMEOUT_MS = 10_000

/** Once in some hundred windows Playwright's driver never reports one that the stand-in has opened: then another is. */
async function openHiddenWindow(electron: ElectronApplication): Promise<Page> {
  const opened = electron.waitForEvent('window', { timeout: WINDOW_TIMEOUT_MS }).catch(() => undefined)
  await electron.evaluate(
    ({ BrowserWindow }, { preload, url }) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload,
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
        },
      })
      void window.loadURL(url)
    },
    { preload: PRELOAD, url: `app://chainglass${BLANK_PATH}` },
  )
  return (await opened) ?? openHiddenWindow(electron)
}

/** Under Electron a page may not read the clipboard, so its main process does. */
const clipboardHost = (page: Page) =>
  currentHost() === 'electron'
    ? [...started.values()].find(({ page: window }) => window.context() === page.context())
    : undefined

/** The text on the clipboard. */
export function copiedText(page: Page): Promise<string> {
  return (
    clipboardHost(page)?.electron.evaluate(({ clipboard }) => clipboard.readText()) ??
    page.evaluate(() => navigator.clipboard.readText())
  )
}

export async function writeClipboard(page: Page, text: string): Promise<void> {
  const app = clipboardHost(page)
  if (app) await app.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), text)
  else await page.evaluate((text) => navigator.clipboard.writeText(text), text)
}

async function callOverBridge<Name extends CallName>(
  page: Page,
  name: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  const message = await exchangeOverBridge(page, { verb: 'request', call: name, input })
  const result = message.verb === 'reply' ? message.result : undefined
  if (!result?.ok) throw new Error(`${name}: ${JSON.stringify(result?.error)}`)
  return result.data as CallOutput<Name>
}

async function readOverBridge<Name extends EventName>(
  page: Page,
  name: Name,
  input: EventInput<Name>,
): Promise<EventData<Name>> {
  const message = await exchangeOverBridge(page, { verb: 'subscribe', event: name, input })
  if (message.verb !== 'event') throw new Error(`${name}: ${JSON.stringify(message)}`)
  return message.data as EventData<Name>
}

/** Sends over the page's bridge; gives the first message back. The id is far above those of an app in the page. */
const exchangeOverBridge = (
  page: Page,
  message:
    { verb: 'request'; call: string; input: unknown } | { verb: 'subscribe'; event: string; input: unknown },
): Promise<ServerMessage> =>
  page.evaluate(
    (message) =>
      new Promise<ServerMessage>((resolve) => {
        const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000)
        const { chainglass: bridge } = window as unknown as {
          chainglass: {
            send(text: string): void
            onMessage(listener: (text: string) => void): void
          }
        }
        let isDone = false
        bridge.onMessage((text) => {
          const received = JSON.parse(text) as ServerMessage
          if (isDone || received.id !== id) return
          isDone = true
          if (received.verb === 'event') bridge.send(JSON.stringify({ verb: 'unsubscribe', id }))
          resolve(received)
        })
        bridge.send(JSON.stringify({ ...message, id }))
      }),
    message,
  )

const appOf = (url: string) => started.get(/#app=(\d+)$/.exec(url)?.[1] ?? '')
const noApp = (): never => {
  throw new Error('The page has no app yet: start one, or go to a URL of the shared one.')
}

/** Methods that return a locator: page objects call them before the page has a window, and keep the result. */
const LOCATES = /^(?:getBy|locator$|filter$|first$|last$|nth$|and$|or$)/
type Locates = (...args: unknown[]) => Locator

/** A locator in the current window, found anew whenever it is used. */
function lazyLocator(locate: () => Locator): Locator {
  return new Proxy({} as Locator, {
    get(_none, name) {
      if (typeof name === 'string' && LOCATES.test(name))
        return (...args: unknown[]) => lazyLocator(() => (locate()[name as 'locator'] as Locates)(...args))
      const found = locate()
      const value = Reflect.get(found, name) as unknown
      return typeof value === 'function' && name !== 'constructor'
        ? (value as (...args: unknown[]) => unknown).bind(found)
        : value
    },
  })
}

/** Methods that may be called before there is a window: they are run on each window. */
const DEFERRED = new Set(['on', 'setViewportSize', 'emulateMedia', 'addInitScript', 'setDefaultTimeout'])

/**
 * A page that stands for the window of the app whose URL it was last sent to, so that specs use `goto` as in a browser.
 * `prepare` is called once with each window that is used.
 */
export function windowAsPage(prepare: (window: Page) => Promise<void>): Page {
  let current: Page | undefined
  const used = new Set<Page>()
  const deferred: ((window: Page) => unknown)[] = []

  async function goto(url: string, options?: Parameters<Page['goto']>[1]) {
    // There is no window yet that could be cleared.
    if (url === 'about:blank' && !current) return null
    const app = appOf(url)
    const window = app?.page ?? current ?? noApp()
    current = window
    if (!used.has(window)) {
      used.add(window)
      // The app has opened its start page by itself. Opened again, it would not be the first start any more.
      if (url === app?.url) {
        await prepare(window)
        for (const work of deferred) await work(window)
        return null
      }
      // A page that failed to load has no storage to clear.
      await window
        .evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        .catch(() => undefined)
      await window.goto('about:blank')
      await prepare(window)
      for (const work of deferred) await work(window)
    }
    return window.goto(url.replace(/#app=\d+$/, ''), options)
  }

  return new Proxy({} as Page, {
    get(_none, name) {
      if (name === 'goto') return goto
      if (name === 'then') return undefined
      if (typeof name === 'string' && LOCATES.test(name))
        return (...args: unknown[]) =>
          lazyLocator(() => ((current ?? noApp())[name as 'locator'] as Locates)(...args))
      if (!current) {
        if (typeof name === 'string' && DEFERRED.has(name))
          return (...args: unknown[]) => {
            deferred.push((window) => (window[name as 'on'] as (...args: unknown[]) => unknown)(...args))
            return Promise.resolve()
          }
        return noApp()
      }
      const value = Reflect.get(current, name) as unknown
      return typeof value === 'function' && name !== 'constructor'
        ? (value as (...args: unknown[]) => unknown).bind(current)
        : value
    },
  })
}
