import { EventEmitter } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { endChromium } from './chromium.ts'
import { process as standIn } from './process-state.ts'
import { takeLock, type Lock } from './single-instance-lock.ts'

/** An event whose default a listener can prevent. */
export class StandInEvent {
  defaultPrevented = false
  preventDefault() {
    this.defaultPrevented = true
  }
}

/** A window's part in quitting the app. */
interface Closable {
  /** False where a listener kept it open. */
  close(): boolean
}

class App extends EventEmitter {
  readonly windows = new Set<Closable>()
  /** State for tests to read. */
  readonly record = { badge: 0, protocols: [] as unknown[][] }
  /** `CHAINGLASS_STAND_IN_PACKAGED`: to see what only an installed app does. */
  readonly isPackaged = process.env.CHAINGLASS_STAND_IN_PACKAGED !== undefined
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => void standIn.switches.push(`--${name}=${value}`),
    hasSwitch: (name: string) =>
      standIn.switches.some((one) => one === `--${name}` || one.startsWith(`--${name}=`)),
  }
  private readonly paths = new Map<string, string>()
  private readonly ready = Promise.withResolvers<undefined>()
  private ready_ = false
  private sandboxed = false
  private lock: Lock | undefined
  private quitting = false

  get name() {
    return standIn.name
  }
  getName = () => standIn.name
  getVersion = () => standIn.version
  /** `CHAINGLASS_STAND_IN_LANGUAGE`: the system's. What Chromium makes of it is another thing. */
  getPreferredSystemLanguages = () => [process.env.CHAINGLASS_STAND_IN_LANGUAGE ?? 'en-US']
  /** `CHAINGLASS_STAND_IN_APP_PATH`: where an installed app would have its manifest. */
  getAppPath = () => process.env.CHAINGLASS_STAND_IN_APP_PATH ?? standIn.appPath
  isReady = () => this.ready_
  whenReady = () => this.ready.promise

  becomeReady() {
    this.ready_ = true
    this.emit('will-finish-launching')
    this.emit('ready', new StandInEvent(), {})
    this.ready.resolve(undefined)
  }

  enableSandbox() {
    if (this.ready_) throw new Error('app.enableSandbox() can only be called before app is ready')
    this.sandboxed = true
  }
  isSandboxed = () => this.sandboxed
  disableHardwareAcceleration() {
    if (this.ready_)
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
  }

  getPath(name: string): string {
    const set = this.paths.get(name)
    if (set !== undefined) return set
    const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
    if (name === 'home') return homedir()
    if (name === 'temp') return tmpdir()
    if (name === 'appData') return config
    if (name === 'userData') return join(config, standIn.name)
    // As on macOS: another data folder changes nothing of it.
    if (name === 'logs') return join(tmpdir(), `${standIn.name}-logs`)
    if (name === 'exe') return process.execPath
    throw new Error(`Failed to get '${name}' path`)
  }
  setPath(name: string, path: string) {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    this.paths.set(name, path)
  }

  requestSingleInstanceLock(): boolean {
    this.lock ??= takeLock(this.getPath('userData'), (argv, cwd) => {
      void this.whenReady().then(() => {
        this.emit('second-instance', new StandInEvent(), argv, cwd, undefined)
      })
    })
    return this.lock !== undefined
  }
  releaseSingleInstanceLock() {
    this.lock?.release()
    this.lock = undefined
  }

  quit() {
    // Never within the caller: listeners see a whole turn, as in Electron.
    setImmediate(() => {
      this.quitNow()
    })
  }
  private quitNow() {
    const before = new StandInEvent()
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.quitting = true
    for (const window of [...this.windows]) {
      if (window.close()) continue
      this.quitting = false
      return
    }
    this.willQuit()
  }
  private willQuit() {
    const event = new StandInEvent()
    this.emit('will-quit', event)
    if (event.defaultPrevented) {
      this.quitting = false
      return
    }
    this.emit('quit', new StandInEvent(), 0)
    this.exit(0)
  }

  /** Called by a window that has closed. */
  windowClosed() {
    if (this.windows.size > 0 || this.quitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  exit(code = 0) {
    this.lock?.release()
    endChromium()
    process.exit(code)
  }

  setAsDefaultProtocolClient(...args: unknown[]) {
    this.record.protocols.push(args)
    return true
  }
  setBadgeCount(count: number) {
    this.record.badge = count
    return true
  }
  setAboutPanelOptions() {
    // Nothing to show it in.
  }
  showAboutPanel() {
    // Nothing to show it in.
  }
  isDefaultProtocolClient(...args: unknown[]) {
    return this.record.protocols.some((one) => JSON.stringify(one) === JSON.stringify(args))
  }
  setAppUserModelId() {
    // Windows only.
  }
  setToastActivatorCLSID() {
    // Windows only.
  }
  focus() {
    // There is one app on this screen.
  }
}

export const app = new App()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    app.quit()
  })
}
