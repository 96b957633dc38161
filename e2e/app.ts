/**
 * What every spec starts from: the real loopback host as its own process, in a data folder of its own, and a page that
 * fails the test on any console error, uncaught error or CSP violation.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect, type Page } from '@playwright/test'
import type { Settings } from '../src/shared/rpc/contract/app.ts'
import { openSecondWindow, type SecondWindow } from './ask-core.ts'
import {
  goBy,
  host,
  STAND_IN_ORIGIN,
  startElectronApp,
  whyNot,
  windowAsPage,
  type Host,
} from './electron-app.ts'
import { startService, type StartedService } from './service.ts'
import { startTroubledInstance, type TroubledInstance } from './troubled-instance.ts'

export { expect }

/** Where the build under test is: this checkout, or another one beside it. */
const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..')
const NODE = join(ROOT, 'node_modules', '.bin', 'node')

export interface App {
  /** The address with its launch token. */
  readonly url: string
  readonly origin: string
  readonly process: ChildProcess
  /** Resolves when the process has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface StartAppOptions {
  readonly source?: string
  readonly port?: number
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

/** Starts `npm start -- --web`'s host and waits for its ready line. Rejects with what it said where it ends instead. */
export async function startApp(options: StartAppOptions = {}): Promise<App> {
  const way = host()
  if (way !== 'loopback') return startElectronApp(way, options)
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'chainglass-e2e-'))
  const child = spawn(
    NODE,
    [
      join(ROOT, 'out', 'node', 'web.js'),
      '--no-open',
      '--port',
      String(options.port ?? 0),
      '--data-dir',
      dataDir,
      ...(options.source ? ['--source', options.source] : []),
      ...(options.args ?? []),
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  )
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said += `${line}\n`
      const ready = /Chainglass is ready: (http:\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    void ended.then(() => {
      reject(new Error(`The host ended before it was ready:\n${said}`))
    })
  })
  return {
    url,
    origin: new URL(url).origin,
    process: child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Where a place of the app is, with the token, so that a spec can open it as a first page. */
export function placeUrl(app: App, path: string): string {
  return `${app.origin}${path}${new URL(app.url).hash}`
}

/** The id a source gets when the app is started on its URL: its host, as a word. */
export const sourceIdOf = (url: string) => new URL(url).host.replace(/[^a-z0-9]+/g, '-')

/** A host that many specs of one worker share; each brings its own source, and finds settings as they are at first. */
export interface SharedApp extends App {
  readonly window: SecondWindow
  /** Adds an instance as a source; gives its id. Our own service may be asked as often as one likes. */
  addSource(url: string): Promise<string>
}

/** A source that makes trouble when told to, in the shared app. */
export interface Troubled extends TroubledInstance {
  readonly source: string
  readonly busiest: string
  readonly landmarks: StartedService['landmarks']
}

interface Fixtures {
  readonly wayIsThere: undefined
  /** Complaints of the page that a test expects; everything else fails it. `test.use({ complaints: { expected: [...] } })` */
  readonly complaints: { readonly expected: readonly RegExp[] }
  /** Settings the person has when the test begins; what is not named is as at first. */
  readonly settings: Settings
  /** The shared app as every test finds it: default settings, no recent places. */
  readonly app: SharedApp
  readonly troubled: Troubled
  /** For what a test starts for itself: closed after the page has been judged, the last first. */
  readonly closing: <Thing extends { close(): Promise<void> } | { stop(): Promise<void> }>(
    thing: Promise<Thing>,
  ) => Promise<Thing>
}

interface PerWorker {
  /** Which host the specs run over; a project of playwright.config.ts says it. */
  readonly host: Host
  readonly wayOfWorker: undefined
  /** A sample chain that stands still, 1,234 transactions at its busiest address. */
  readonly sample: StartedService & { readonly source: string }
  readonly sharedApp: SharedApp
}

const AS_AT_FIRST: Settings = {
  theme: 'light',
  time: 'relative',
  zone: 'utc',
  images: true,
  foldScam: true,
  columns: {},
  nftView: 'grid',
}

export const test = base.extend<Fixtures, PerWorker>({
  host: ['loopback', { option: true, scope: 'worker' }],
  wayOfWorker: [
    async ({ host }, use) => {
      goBy(host)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  wayIsThere: [
    async ({ host }, use, info) => {
      info.skip(whyNot(host) !== undefined, whyNot(host))
      await use(undefined)
    },
    { auto: true },
  ],
  sharedApp: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
    async ({}, use) => {
      const app = await startApp()
      const window = await openSecondWindow(app)
      const addSource = async (url: string) => (await window.ask('sources.add', { url })).id
      await use({ ...app, window, addSource })
      window.close()
      await app.stop()
    },
    { scope: 'worker' },
  ],
  sample: [
    async ({ sharedApp }, use) => {
      const service = await startService({ transactions: 1_234 })
      await use({ ...service, source: await sharedApp.addSource(service.url) })
      await service.close()
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  app: async ({ sharedApp, settings }, use) => {
    await sharedApp.window.ask('settings.change', { ...AS_AT_FIRST, ...settings })
    await sharedApp.window.ask('recent.clear', {})
    await use(sharedApp)
  },
  troubled: async ({ app, sample }, use) => {
    const instance = await startTroubledInstance(sample.url)
    const source = await app.addSource(instance.url)
    await use(Object.assign(instance, { source, busiest: sample.busiest, landmarks: sample.landmarks }))
    await instance.close()
    await app.window.ask('sources.remove', { id: source })
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  closing: async ({}, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (starting) => {
      const thing = await starting
      ends.unshift(() => ('stop' in thing ? thing.stop() : thing.close()))
      return thing
    })
    for (const end of ends) await end()
  },
  complaints: [{ expected: [] }, { option: true }],
  page: async (
    { page: tab, host, viewport, colorScheme, permissions, complaints, closing: _closedLater },
    use,
  ) => {
    const page =
      host === 'loopback'
        ? tab
        : windowAsPage(async (window) => {
            if (viewport) await window.setViewportSize(viewport)
            await window.emulateMedia({ colorScheme: colorScheme ?? null })
            if (permissions && host === 'stand-in')
              await window.context().grantPermissions(permissions, { origin: STAND_IN_ORIGIN })
          })
    const heard = watch(page)
    await use(page)
    const unexpected = heard.filter((line) => !complaints.expected.some((pattern) => pattern.test(line)))
    expect(unexpected, 'console errors, uncaught errors and CSP violations').toEqual([])
  },
})

/** All a page complains of: on its console, uncaught, and dialogs that only a chain's text could have opened. */
function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return complaints
}
