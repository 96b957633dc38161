/** The app: a list of small modules, put together once it is ready and taken apart before it quits. */
import { join, resolve } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { CoreRefused, createCoreLink, type CoreLink } from '#host/core-link.ts'
import { serveRenderer } from './security/app-protocol.ts'
import type { Arguments } from './system/arguments.ts'
import { refuseCertificates } from './security/certificates.ts'
import { enableContextMenus } from './window/context-menu.ts'
import { createCoreClient } from './core/core-client.ts'
import { showCrashDialogs } from './window/crash-dialogs.ts'
import { registerLinkScheme, receiveDeepLinks } from './system/deep-links.ts'
import { refuseDownloads } from './security/downloads.ts'
import { createHostCalls } from './core/host-calls.ts'
import { openHostState } from './window/host-state.ts'
import { serveIpc } from './core/ipc.ts'
import { createLogFile } from '#platform/log/log-file.ts'
import { showMenu } from './window/menu.ts'
import { guardNavigation } from './security/navigation.ts'
import { createNotifications, type Notifications } from './system/notifications.ts'
import { denyPermissions } from './security/permissions.ts'
import { watchPower } from './system/power-monitor.ts'
import { filterRequests } from './security/request-filter.ts'
import { showStartupError } from './system/startup-error-dialog.ts'
import { acquireSingleInstanceLock } from './system/single-instance-lock.ts'
import { followTheme } from './window/theme.ts'
import { createUpdates, loadUpdater } from './system/updates.ts'
import { forkUtilityCore } from './core/utility-core.ts'
import { keyringBackend, openVault } from './system/keyring-vault.ts'
import { focusWindow, openWindow, preloadPath } from './window/window.ts'

const here = import.meta.dirname

/** To be called before the app is ready. Quits at once where another instance has the data folder. */
export function runApp(said: Arguments): void {
  const dataDir = app.getPath('userData')
  const file = createLogFile(app.getPath('logs'))
  const log = (line: string) => {
    file.write(line)
    if (!app.isPackaged) process.stderr.write(`${line}\n`)
  }
  let show: (text?: string) => void = () => undefined
  const links = receiveDeepLinks({
    log,
    open: (text) => {
      show(text)
    },
  })
  const stopInstance = acquireSingleInstanceLock({
    focus: () => {
      show()
    },
    takeLink: links.take,
  })
  if (!stopInstance) {
    app.quit()
    return
  }
  process.on('uncaughtException', (error) => {
    log(`Unexpected: ${error.stack ?? error.message}`)
  })
  const guards = [guardNavigation(log), refuseCertificates(log), enableContextMenus()]
  const parts: (() => void)[] = [links.dispose, ...guards, stopInstance]
  void app.whenReady().then(() => {
    show = start({ said, dataDir, log, logPath: file.path, parts, takeLink: links.take })
  })
}

interface Start {
  readonly said: Arguments
  readonly dataDir: string
  readonly logPath: string
  readonly log: (line: string) => void
  /** What is taken apart before the app quits, last first. */
  readonly parts: (() => void)[]
  readonly takeLink: (link: string) => void
}

/** Returns how to bring the window forward, on a place if one is given. */
function start({ said, dataDir, logPath, log, parts, takeLink }: Start): (text?: string) => void {
  log(`Chainglass ${app.getVersion()} starts.`)
  const state = openHostState(join(dataDir, 'window.json'))
  parts.push(denyPermissions(), refuseDownloads(log), filterRequests())
  parts.push(serveRenderer(resolve(here, '..', 'renderer')))

  const notifications = createNotifications({
    window: theWindow,
    focus: (place, source) => {
      show(place, source)
    },
  })
  const core = startCore({ said, dataDir, log, notifications })
  const ipc = serveIpc({ link: core, log })
  const client = createCoreClient(core)
  const updates = createUpdates({ load: loadUpdater, log })
  parts.push(ipc.dispose, notifications.dispose, client.close)
  parts.push(followTheme({ core: client, state }), watchPower({ core: client, link: core, log }))
  parts.push(
    showMenu({
      state,
      logPath,
      dataDir,
      run: (id) => {
        const window = theWindow()
        if (window) ipc.tell(window.webContents, { verb: 'run-command', id })
      },
      checkForUpdates: () => void updates.check(true),
    }),
  )

  function open(): BrowserWindow {
    const window = openWindow({ preload: preloadPath(here), state })
    const stop = showCrashDialogs(window, log)
    window.once('closed', stop)
    return window
  }
  function show(text?: string, source?: string) {
    const window = theWindow() ?? open()
    focusWindow(window)
    if (text !== undefined) ipc.tell(window.webContents, { verb: 'open-place', text, source })
  }

  open()
  registerLinkScheme()
  if (said.link !== undefined) takeLink(said.link)
  if (state.read().checksForUpdates) void updates.check(false)
  app.on('activate', () => {
    show()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  quitCleanly(core, parts)
  core.ready.catch(async (error: unknown) => {
    // Closed before it was ready: someone quit early.
    if (!(error instanceof CoreRefused)) return
    log(`The core could not start: ${error.message}`)
    await showStartupError(error.message)
    app.quit()
  })
  return show
}

const theWindow = (): BrowserWindow | undefined => BrowserWindow.getAllWindows()[0]

/** The core starts as soon as it is known where keys can lie; the window does not wait for that. */
function startCore(deps: {
  readonly said: Arguments
  readonly dataDir: string
  readonly log: (line: string) => void
  readonly notifications: Notifications
}): CoreLink {
  const { dataDir, log, notifications } = deps
  const backend = keyringBackend()
  const vault = backend.then((name) =>
    name === undefined ? undefined : openVault(join(dataDir, 'keys.json'), name),
  )
  const coreStart = backend.then((name) => {
    log(name === undefined ? 'No keyring: keys are kept for this session only.' : `Keyring: ${name}.`)
    return {
      dataDir,
      host: 'electron' as const,
      version: app.getVersion(),
      source: deps.said.source,
      vault: name === undefined ? ('session' as const) : ('keyring' as const),
    }
  })
  return createCoreLink({
    start: () => forkUtilityCore(join(here, 'core-entry.js'), coreStart, log),
    asked: async (what, input) =>
      createHostCalls({ vault: await vault, notifications, dataDir })(what, input),
    log,
  })
}

/** The core closes its files first; then the app quits for good. */
function quitCleanly(core: CoreLink, parts: readonly (() => void)[]) {
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    event.preventDefault()
    for (const dispose of parts.toReversed()) dispose()
    void core.close().finally(() => {
      ended = true
      app.quit()
    })
  })
}
