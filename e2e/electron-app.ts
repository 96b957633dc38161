/**
 * The second and the third way of the suite: the Electron host as it is built, over the stand-in or over Electron's own
 * runtime. Both are driven by Playwright's Electron driver; only the executable differs.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Locator, type Page } from '@playwright/test'
import type { CallInput, CallName, CallOutput } from '../src/shared/rpc/contract.ts'
import type { Result } from '../src/shared/rpc/errors.ts'
import type { App, StartAppOptions } from './app.ts'
import type { SecondWindow } from './ask-core.ts'

export type Host = 'loopback' | 'stand-in' | 'electron'

let present: Host = 'loopback'
/** Which way this worker goes; told by the fixtures, asked for by `startApp`. */
export const host = () => present
export const goBy = (host: Host) => {
  present = host
}

const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..')
const STAND_IN = join(import.meta.dirname, 'electron-stand-in', 'electron')
const PRELOAD = join(ROOT, 'out', 'preload', 'index.cjs')
/** What the stand-in's windows have for app://chainglass: Chromium has no schemes of one's own. */
export const STAND_IN_ORIGIN = 'https://chainglass.app-scheme.invalid'
/** A document of our origin that is not the app: what a window needs for nothing but the bridge. */
const PLAIN = '/theme-before-paint.js'

export interface ElectronApp extends App {
  readonly electron: ElectronApplication
  readonly page: Page
  /** What the main process and the core have written to stderr. */
  readonly said: () => string
}

/** Why a way can't be gone on this machine; undefined where it can. */
export function whyNot(host: Host): string | undefined {
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

/** Resolves when the core answers the window. Rejects with what the app said where it ends instead. */
export async function startElectronApp(
  host: Exclude<Host, 'loopback'>,
  options: StartAppOptions = {},
): Promise<ElectronApp> {
  const executablePath = host === 'stand-in' ? STAND_IN : runtime()
  if (executablePath === undefined) throw new Error(whyNot(host))
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
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
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const early = ended.then(() => {
    throw new Error(`The host ended before it was ready:\n${said}`)
  })
  early.catch(() => undefined)
  const window = await Promise.race([electron.firstWindow(), early])
  const origin = host === 'stand-in' ? STAND_IN_ORIGIN : 'app://chainglass'
  await Promise.race([window.waitForURL((url) => url.href.startsWith(origin)), early])
  await Promise.race([askOver(window, 'app.info', {}), early])
  const id = String(started.size + 1)
  const app: ElectronApp = {
    electron,
    page: window,
    origin,
    url: `${origin}/#app=${id}`,
    process: child,
    said: () => said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  started.set(id, app)
  return app
}

/** A window beside the person's, which shows nothing and can ask the core. */
export async function openSecondElectronWindow(app: Pick<App, 'url'>): Promise<SecondWindow> {
  const { electron } = appOf(app.url) ?? noApp()
  const opened = electron.waitForEvent('window')
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
    { preload: PRELOAD, url: `app://chainglass${PLAIN}` },
  )
  const page = await opened
  await page.waitForURL((url) => url.pathname === PLAIN)
  return {
    ask: (call, input) => askOver(page, call, input),
    close: () => {
      page.close().catch(() => undefined)
    },
  }
}

/** What was copied last; a page of ours may not read it, so Electron itself is asked. */
export function copiedText(page: Page): Promise<string> {
  const app =
    host() === 'electron'
      ? [...started.values()].find(({ page: window }) => window.context() === page.context())
      : undefined
  return app
    ? app.electron.evaluate(({ clipboard }) => clipboard.readText())
    : page.evaluate(() => navigator.clipboard.readText())
}

/** Rejects with the error's JSON. Ids are far from those of the app in the same page. */
async function askOver<Name extends CallName>(
  page: Page,
  call: Name,
  input: CallInput<Name>,
): Promise<CallOutput<Name>> {
  const result = await page.evaluate(
    ([call, input]) =>
      new Promise<Result<unknown>>((resolve) => {
        const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000)
        const { chainglass: bridge } = window as unknown as {
          chainglass: {
            send(text: string): void
            onMessage(listener: (text: string) => void): void
          }
        }
        bridge.onMessage((text) => {
          const message = JSON.parse(text) as { verb: string; id: number; result: Result<unknown> }
          if (message.verb === 'reply' && message.id === id) resolve(message.result)
        })
        bridge.send(JSON.stringify({ verb: 'request', id, call, input }))
      }),
    [call, input] as const,
  )
  if (!result.ok) throw new Error(`${call}: ${JSON.stringify(result.error)}`)
  return result.data as CallOutput<Name>
}

const appOf = (url: string) => started.get(/#app=(\d+)$/.exec(url)?.[1] ?? '')
const noApp = (): never => {
  throw new Error('No app was started for this page: start one, or go to a place of the shared one.')
}

/** Page objects name their parts before they go anywhere, and keep them when an app is started again. */
const LOCATES = /^(?:getBy|locator$|filter$|first$|last$|nth$|and$|or$)/
type Locates = (...args: unknown[]) => Locator

/** A part of whichever window there is when it is asked for something. */
function partOf(locate: () => Locator): Locator {
  return new Proxy({} as Locator, {
    get(_none, name) {
      if (typeof name === 'string' && LOCATES.test(name))
        return (...args: unknown[]) => partOf(() => (locate()[name as 'locator'] as Locates)(...args))
      const found = locate()
      const value = Reflect.get(found, name) as unknown
      return typeof value === 'function' && name !== 'constructor'
        ? (value as (...args: unknown[]) => unknown).bind(found)
        : value
    },
  })
}

/** Asked for before there is a window: done as soon as there is one. */
const LATER = new Set(['on', 'setViewportSize', 'emulateMedia', 'addInitScript', 'setDefaultTimeout'])

/**
 * A page that is the window of whichever app it is sent to, so that specs go to places as they do in a browser.
 * `prepare` is called once with each window that is used.
 */
export function windowAsPage(prepare: (window: Page) => Promise<void>): Page {
  let current: Page | undefined
  const used = new Set<Page>()
  const later: ((window: Page) => unknown)[] = []

  async function goto(url: string, options?: Parameters<Page['goto']>[1]) {
    // Away from any app: where none has been gone to, that is so already.
    if (url === 'about:blank' && !current) return null
    const app = appOf(url)
    const window = app?.page ?? current ?? noApp()
    current = window
    if (!used.has(window)) {
      used.add(window)
      // A page that failed to load has no storage to clear.
      await window
        .evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
        .catch(() => undefined)
      await window.goto('about:blank')
      await prepare(window)
      for (const work of later) await work(window)
    }
    return window.goto(url.replace(/#app=\d+$/, ''), options)
  }

  return new Proxy({} as Page, {
    get(_none, name) {
      if (name === 'goto') return goto
      if (name === 'then') return undefined
      if (typeof name === 'string' && LOCATES.test(name))
        return (...args: unknown[]) =>
          partOf(() => ((current ?? noApp())[name as 'locator'] as Locates)(...args))
      if (!current) {
        if (typeof name === 'string' && LATER.has(name))
          return (...args: unknown[]) => {
            later.push((window) => (window[name as 'on'] as (...args: unknown[]) => unknown)(...args))
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
