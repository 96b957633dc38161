/**
 * Fixtures of every spec: the real loopback host as its own process with its own data folder, and a page that fails the
 * test on any console error, uncaught error or CSP violation.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { withDefaults, type AllSettings, type Settings } from '../src/shared/settings.ts'
import type { Workspace } from '../src/shared/workspace/workspace.ts'
import type { SourcesView } from '../src/shared/rpc/contract/sources.ts'
import type { App, CoreClient, StartAppOptions } from './app-types.ts'
import { connectCore, readWatchlist } from './core-client.ts'
import {
  currentHost,
  STAND_IN_ORIGIN,
  setHost,
  startElectronApp,
  unavailableReason,
  windowAsPage,
  type Host,
} from './electron-app.ts'
import { attachPicture, beginReport, followRequests, keepLog, reportFailure } from './failure-report.ts'
import { createTempFolder, removeFolder } from './folders.ts'
import { startService, type StartedService } from './service.ts'
import { startFaultyInstance, type FaultyInstance } from './faulty-instance.ts'

export { expect }

/** The checkout whose build is tested. */
const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..')
export const NODE = join(ROOT, 'node_modules', '.bin', 'node')
/** The command line of the same build. */
export const CLI = join(ROOT, 'out', 'node', 'cli.js')

/** Starts the host and waits for its ready line. Rejects with the host's output if it exits before. */
export async function startApp(options: StartAppOptions = {}): Promise<App> {
  const host = currentHost()
  if (host !== 'loopback') return startElectronApp(host, options)
  const dataDir = options.dataDir ?? createTempFolder()
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
    { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  )
  const ended = once(child, 'exit')
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const endLog = keepLog(`the host ${String(child.pid)}`, () => output)
  /** Links that were not opened yet: a spec takes one when it needs it, and the host is asked for the next. */
  const links: string[] = []
  const more = () => child.stdin.write('\n')
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`
      const link = /(?:Chainglass is ready|Another link): (http:\S+)/.exec(line)?.[1]
      if (link === undefined) return
      if (links.push(link) === SPARE_LINKS) resolve()
      if (line.startsWith('Chainglass is ready')) for (let n = 1; n < SPARE_LINKS; n++) more()
    })
    void ended.then(() => {
      reject(new Error(`The host ended before it was ready:\n${output}`))
    })
  })
  const { origin } = new URL(links[0]!)
  return {
    get url() {
      const link = links.shift()
      if (link === undefined) throw new Error('The host has printed no further link yet.')
      more()
      return link
    },
    origin,
    process: child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      endLog()
      if (!options.dataDir) removeFolder(dataDir)
    },
  }
}

/** Read at once, one after the other, by the quickest spec. */
const SPARE_LINKS = 4

/** The URL of a path within the app, with the code of a link, so that a spec can open it as its first page. */
export function appUrl(app: App, path: string): string {
  return `${app.origin}${path}${new URL(app.url).hash}`
}

/** A running host that the specs of one worker share. What `app` resets before each test is in its fixture. */
export interface SharedApp extends App {
  readonly core: CoreClient
  /** Adds an instance as a source and returns its id. */
  addSource(url: string): Promise<string>
}

/** An instance that a test can make fail, added as a source to the shared app. */
interface Faulty extends FaultyInstance {
  readonly source: string
  readonly busiest: string
  readonly suggestedAddresses: StartedService['suggestedAddresses']
}

interface Fixtures {
  /** Says of a test that failed where it stood. */
  readonly failureReport: undefined
  /** Skips the test where its host can't run on this machine. */
  readonly hostAvailable: undefined
  /** Page errors a test expects; any other fails it. `test.use({ pageErrors: { expected: [...] } })` */
  readonly pageErrors: { readonly expected: readonly RegExp[] }
  /** Settings at the start of the test; those not named have their default. */
  readonly settings: Settings
  /** The shared app with default settings, no recent items, no watched addresses, one tab, and the sources of the worker only. */
  readonly app: SharedApp
  readonly faulty: Faulty
  /** Makes a folder that is removed at the end of the test, after everything in `autoClose` has stopped. */
  readonly makeFolder: () => string
  /** Closes or stops at the end of the test, the last started first, after the page errors were checked. */
  readonly autoClose: <Thing extends { close(): Promise<void> } | { stop(): Promise<void> }>(
    thing: Promise<Thing>,
  ) => Promise<Thing>
}

interface PerWorker {
  /** The host that the specs run on, set by the project in playwright.config.ts. */
  readonly host: Host
  readonly hostOfWorker: undefined
  /** A sample chain that makes no blocks, with 1,234 transactions at its busiest address. */
  readonly sample: StartedService & { readonly source: string }
  readonly sharedApp: SharedApp
}

/** Every setting there is: none that a test changes may be there in the next one. */
const DEFAULT_SETTINGS: AllSettings = withDefaults({
  theme: 'light',
  zone: 'utc',
  // local-node.spec.ts runs a node on the usual port; other specs must not be offered it.
  dismissed: ['node 31337'],
})

/** Without it, a new window would restore the tabs of the test before. */
const ONE_TAB: Workspace = {
  version: 1,
  panes: [{ id: 'pane', tabs: [{ id: 'tab', path: '/', title: 'Home', isPinned: false }], active: 'tab' }],
  layout: 'beside',
  ratio: 0.5,
  activePane: 'pane',
}

export const test = base.extend<Fixtures, PerWorker>({
  host: ['loopback', { option: true, scope: 'worker' }],
  hostOfWorker: [
    async ({ host }, use) => {
      setHost(host)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
  failureReport: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
    async ({}, use, info) => {
      beginReport()
      await use(undefined)
      await reportFailure(info)
    },
    { auto: true },
  ],
  hostAvailable: [
    async ({ host }, use, info) => {
      info.skip(unavailableReason(host) !== undefined, unavailableReason(host))
      await use(undefined)
    },
    { auto: true },
  ],
  sharedApp: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const app = await startApp()
      const core = await connectCore(app)
      const addSource = async (url: string) => (await core.call('sources.add', { url })).id
      await use(Object.assign(app, { core, addSource }))
      core.close()
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
  app: async ({ sharedApp, settings, sample: _isThereBefore }, use) => {
    const { core } = sharedApp
    const readIds = async () => (await readWatchlist(core)).map(({ id }) => id)
    await core.call('settings.change', { ...DEFAULT_SETTINGS, ...settings })
    await core.call('recent.clear', {})
    await core.call('archive.forget', { source: null })
    await core.call('workspace.keep', { window: 'before-the-test', workspace: ONE_TAB, openCase: null })
    for (const { id } of await core.read('abi.changed', {})) await core.call('abi.remove', { id })
    for (const { id } of await core.read('cases.changed', {})) await core.call('cases.remove', { id })
    for (let ids = await readIds(); ids.length > 0; ids = await readIds())
      await core.call('watchlist.remove', { ids })
    const before = await core.read('sources.changed', {})
    await use(sharedApp)
    await restoreSources(core, before)
  },
  faulty: async ({ app, sample }, use) => {
    const instance = await startFaultyInstance(sample.url)
    const source = await app.addSource(instance.url)
    await use(
      Object.assign(instance, {
        source,
        busiest: sample.busiest,
        suggestedAddresses: sample.suggestedAddresses,
      }),
    )
    await instance.close()
    await app.core.call('sources.remove', { id: source })
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  makeFolder: async ({}, use) => {
    const folders: string[] = []
    await use(() => {
      const folder = createTempFolder()
      folders.push(folder)
      return folder
    })
    for (const folder of folders) removeFolder(folder)
  },
  autoClose: async ({ makeFolder: _removedLater }, use) => {
    const cleanups: (() => Promise<void>)[] = []
    await use(async (starting) => {
      const thing = await starting
      cleanups.unshift(() => ('stop' in thing ? thing.stop() : thing.close()))
      return thing
    })
    for (const cleanup of cleanups) await cleanup()
  },
  pageErrors: [{ expected: [] }, { option: true }],
  // A desktop window is no page of the test's own browser.
  context: async ({ host, browser }, use) => {
    const context = host === 'loopback' ? await browser.newContext() : undefined
    await use(context as BrowserContext)
    await context?.close()
  },
  page: async (
    { context, host, viewport, colorScheme, permissions, pageErrors, autoClose: _closedLater },
    use,
    info,
  ) => {
    const page =
      host === 'loopback'
        ? await context.newPage()
        : windowAsPage(async (window) => {
            if (viewport) await window.setViewportSize(viewport)
            await window.emulateMedia({ colorScheme: colorScheme ?? null })
            if (permissions && host === 'stand-in')
              await window.context().grantPermissions(permissions, { origin: STAND_IN_ORIGIN })
          })
    const errors = collectErrors(page)
    followRequests(page)
    await use(page)
    if (host !== 'loopback') await attachPicture(page, info)
    const unexpected = errors.filter((line) => !pageErrors.expected.some((pattern) => pattern.test(line)))
    expect(unexpected, 'console errors, uncaught errors and CSP violations').toEqual([])
  },
})

/** Removes what was added since, and puts the others back as they were. */
async function restoreSources(core: CoreClient, before: SourcesView): Promise<void> {
  const known = new Set([...before.accounts, ...before.sources].map(({ id }) => id))
  const removeNew = async (all: readonly { readonly id: string }[]) => {
    for (const { id } of all) if (!known.has(id)) await core.call('sources.remove', { id })
  }
  // The chains of an account go with it.
  await removeNew((await core.read('sources.changed', {})).accounts)
  await removeNew((await core.read('sources.changed', {})).sources)
  const { sources } = await core.read('sources.changed', {})
  for (const { id, hidden } of before.sources)
    if (sources.find((one) => one.id === id)?.hidden !== hidden)
      await core.call('sources.hide', { id, hidden: hidden === true })
  const ids = before.sources.map(({ id }) => id)
  if (ids.join() !== sources.map(({ id }) => id).join()) await core.call('sources.order', { ids })
}

/** Console errors and warnings, uncaught errors, and dialogs: the app opens none, so a text of the chain has. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('dialog', (dialog) => {
    errors.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return errors
}
