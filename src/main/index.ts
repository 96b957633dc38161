/** The Electron host: a list of small modules, put together once the app is ready. */
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'
import { createCoreLink, CoreRefused, type CoreLink } from '#host/core-link.ts'
import { registerScheme, serveRenderer } from './app-protocol.ts'
import { carryContract } from './ipc.ts'
import { guardNavigation, openOutside } from './navigation.ts'
import { readArguments } from './arguments.ts'
import { denyTheRest } from './permissions.ts'
import { showRefusal } from './refusal.ts'
import { utilityCore } from './utility-core.ts'
import { openWindow, preloadPath } from './window.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)
const here = import.meta.dirname

registerScheme()
app.enableSandbox()
const stopGuarding = guardNavigation()

const { dataDir, source } = readArguments(process.argv)
if (dataDir) app.setPath('userData', dataDir)

// One instance owns the data folder: a second start brings the first to the front.
if (app.requestSingleInstanceLock()) void run()
else app.quit()

async function run() {
  await app.whenReady()
  denyTheRest()
  const stopServing = serveRenderer(join(here, '..', 'renderer'))
  const link = startCore()
  const stopCarrying = carryContract({ link, log })
  const preload = preloadPath(here)
  openWindow({ preload })

  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow({ preload })
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  let ended = false
  app.on('will-quit', (event) => {
    if (ended) return
    // The core closes its files first; then the app quits for good.
    event.preventDefault()
    stopCarrying()
    stopServing()
    stopGuarding()
    void link.close().finally(() => {
      ended = true
      app.quit()
    })
  })

  try {
    await link.ready
  } catch (error) {
    if (!(error instanceof CoreRefused)) throw error
    await showRefusal(error.error)
    app.quit()
  }
}

function startCore(): CoreLink {
  const start = {
    dataDir: app.getPath('userData'),
    host: 'electron' as const,
    version: app.getVersion(),
    source,
    vault: 'session' as const,
  }
  return createCoreLink({
    start: () => utilityCore(join(here, 'core-entry.js'), start),
    asked: (what, input) =>
      what === 'open-link'
        ? openOutside(String(input))
        : Promise.reject(new Error('This host has no such thing.')),
    log,
  })
}
