/** The app: small modules, created when Electron is ready and disposed of before it quits. */
import { join, resolve } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { CoreStartError, createCoreLink, type CoreLink } from '#host/core-link.ts'
import type { CoreStart } from '#host/link-messages.ts'
import { createLinkTransport } from '#host/link-transport.ts'
import { createLogFile } from '#platform/log/log-file.ts'
import { logToTerminal } from '#platform/log/terminal.ts'
import { writePrivateFile } from '#platform/private-files.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import type { HostMessage } from '#shared/rpc/messages.ts'
import { forkUtilityCore } from './core/fork-utility-core.ts'
import { createHostCalls } from './core/host-calls.ts'
import { serveIpc, type Ipc } from './core/ipc.ts'
import { serveRenderer } from './security/app-protocol.ts'
import { refuseCertificates } from './security/certificates.ts'
import { refuseDownloads } from './security/downloads.ts'
import { guardNavigation } from './security/navigation.ts'
import { denyPermissions } from './security/permissions.ts'
import { filterRequests } from './security/request-filter.ts'
import { isSandboxOff } from './security/sandbox.ts'
import type { Arguments } from './system/arguments.ts'
import { receiveDeepLinks, registerLinkScheme } from './system/deep-links.ts'
import { followLanguage, startLanguage, systemLanguage } from './system/language.ts'
import { openKeyringVault } from './system/keyring-vault.ts'
import { createNotifications, type Notifications } from './system/notifications.ts'
import { watchPower } from './system/power-monitor.ts'
import { acquireSingleInstanceLock } from './system/single-instance-lock.ts'
import { showStartupError } from './system/startup-error-dialog.ts'
import { findSystemProxy, type SystemProxy } from './system/system-proxy.ts'
import { createUpdates, loadUpdater } from './system/updates.ts'
import { readUpdateKey } from './system/update-signature.ts'
import { enableContextMenus } from './window/context-menu.ts'
import { showCrashDialogs } from './window/crash-dialogs.ts'
import { openHostState, type HostStateFile } from './window/host-state.ts'
import { showMenu } from './window/menu.ts'
import { followTheme } from './window/theme.ts'
import { focusWindow, openWindow, preloadPath } from './window/window.ts'

const here = import.meta.dirname

interface Environment {
  readonly args: Arguments
  readonly dataDir: string
  readonly logPath: string
  readonly log: (line: string) => void
  /** Called before the app quits, the last one first. */
  readonly disposers: (() => void)[]
  readonly receiveLink: (link: string) => void
}

/** Focuses the window, or opens one, and sends it the message. */
type ShowWindow = (message?: HostMessage) => void

/** Call it before the app is ready. Quits at once if another instance has the data folder. */
export function runApp(args: Arguments): void {
  // On macOS the system's folder for logs is elsewhere, whatever the data folder is.
  const logFile = createLogFile(args.dataDir === undefined ? app.getPath('logs') : join(args.dataDir, 'logs'))
  const log = (line: string) => {
    logFile.write(line)
    if (!app.isPackaged) logToTerminal(line)
  }
  /** Messages that arrive before there is a window: on macOS a link comes before the app is ready. */
  const early: HostMessage[] = []
  let show: ShowWindow = (message) => {
    if (message) early.push(message)
  }
  let openOwn: (path: string) => void = () => undefined
  const links = receiveDeepLinks({
    log,
    open: (text) => {
      show({ verb: 'ask-to-open', text })
    },
  })
  const releaseInstance = acquireSingleInstanceLock({
    focus: () => {
      show()
    },
    receiveLink: links.receive,
  })
  if (!releaseInstance) {
    app.quit()
    return
  }
  process.on('uncaughtException', (error) => {
    log(`Unexpected: ${error.stack ?? error.message}`)
  })
  const guards = [
    guardNavigation(log, (path) => {
      openOwn(path)
    }),
    refuseCertificates(log),
    enableContextMenus(),
  ]
  const environment: Environment = {
    args,
    dataDir: app.getPath('userData'),
    logPath: logFile.path,
    log,
    disposers: [links.dispose, ...guards, releaseInstance],
    receiveLink: links.receive,
  }
  void app.whenReady().then(async () => {
    const windows = startApp(environment, await findSystemProxy(process.env, log))
    show = windows.show
    openOwn = windows.openOwn
    for (const message of early.splice(0)) show(message)
  })
}

interface Windows {
  readonly show: ShowWindow
  /** Opens a further window at a path. */
  readonly openOwn: (path: string) => void
}

function startApp(environment: Environment, proxy: SystemProxy): Windows {
  const { args, dataDir, log, disposers, receiveLink } = environment
  log(`Chainglass ${app.getVersion()} starts.`)
  if (isSandboxOff()) log('Chromium’s sandbox is off: it was started with --no-sandbox.')
  const state = openHostState(join(dataDir, 'window.json'))
  startLanguage(state)
  disposers.push(denyPermissions(), refuseDownloads(log), filterRequests())
  disposers.push(serveRenderer(resolve(here, '..', 'renderer'), systemLanguage()))

  const notifications = createNotifications({
    getWindow,
    open: (address, source) => {
      show(address === undefined ? undefined : { verb: 'navigate', text: address, source })
    },
    badge: join(here, 'badge.png'),
    log,
  })
  const link = startCore(environment, notifications, proxy)
  const ipc = serveIpc({ link, log })
  const transport = createLinkTransport(link)
  const core = createRpcClient(transport)
  disposers.push(ipc.dispose, notifications.dispose, transport.close)
  disposers.push(followTheme({ core, state }), watchPower({ core, link, log }))
  const redrawMenu = startUpdatesAndMenu(environment, ipc, state)
  disposers.push(followLanguage({ core, state, onChange: redrawMenu }))

  function openAppWindow(path = '/'): BrowserWindow {
    const window = openWindow({ preload: preloadPath(here), icon: join(here, 'icon.png'), state, path })
    const stop = showCrashDialogs(window, log)
    window.once('closed', stop)
    return window
  }
  const show: ShowWindow = (message) => {
    const window = getWindow() ?? openAppWindow()
    focusWindow(window)
    if (message !== undefined) ipc.send(window.webContents, message)
  }

  const first = openAppWindow()
  first.once('ready-to-show', () => {
    sayStarted(log)
  })
  registerLinkScheme(process.env)
  if (args.link !== undefined) receiveLink(args.link)
  app.on('activate', () => {
    show()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  quitCleanly(link, disposers)
  link.ready.catch((error: unknown) => quitWithStartupError(error, log))
  return { show, openOwn: openAppWindow }
}

/** For `npm start` (scripts/run-electron.mjs), which opens the browser if Electron does not start. */
function sayStarted(log: (line: string) => void) {
  const file = process.env.CHAINGLASS_STARTED_FILE
  if (file === undefined) return
  try {
    writePrivateFile(file, '')
  } catch (error) {
    log(`The start could not be reported: ${(error as Error).message}`)
  }
}

/** The focused window, or else any. */
const getWindow = () => BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().at(0)

/** Returns a function that rebuilds the menu. */
function startUpdatesAndMenu(environment: Environment, ipc: Ipc, state: HostStateFile): () => void {
  const { log, logPath, dataDir, disposers } = environment
  const updates = createUpdates({ load: loadUpdater, log, publicKey: readUpdateKey(app.getAppPath()) })
  const drawMenu = () =>
    showMenu({
      state,
      logPath,
      dataDir,
      run: (id) => {
        const window = getWindow()
        if (window) ipc.send(window.webContents, { verb: 'run-command', id })
      },
      checkForUpdates: () => void updates.check('by-person'),
    })
  disposers.push(drawMenu())
  if (state.read().checksForUpdates) void updates.check('at-start')
  return drawMenu
}

function startCore(
  { args, dataDir, log }: Environment,
  notifications: Notifications,
  proxy: SystemProxy,
): CoreLink {
  let { variables } = proxy
  const start: CoreStart = {
    dataDir,
    host: 'electron',
    version: app.getVersion(),
    source: args.source,
    vault: 'host',
  }
  const link = createCoreLink({
    start: () => forkUtilityCore(join(here, 'core-entry.js'), start, log, variables),
    onHostCall: createHostCalls({
      vault: openKeyringVault(join(dataDir, 'keys.json'), log),
      notifications,
      dataDir,
    }),
    log,
  })
  void proxy.later.then((found) => {
    if (found === null) return
    variables = found
    link.restart()
  })
  return link
}

/** Lets the core close its files before the app quits. */
function quitCleanly(link: CoreLink, disposers: readonly (() => void)[]) {
  let isCoreClosed = false
  let isClosing = false
  app.on('will-quit', (event) => {
    if (isCoreClosed) return
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    for (const dispose of disposers.toReversed()) dispose()
    void link.close().finally(() => {
      isCoreClosed = true
      app.quit()
    })
  })
}

async function quitWithStartupError(error: unknown, log: (line: string) => void) {
  // Any other error: the app was quit before the core was ready.
  if (!(error instanceof CoreStartError)) return
  log(`The core could not start: ${error.message}`)
  await showStartupError(error.message)
  app.quit()
}
