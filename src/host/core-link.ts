/**
 * The host's connection to the core's process: forwards messages between windows and core, and restarts a core that
 * dies. A window whose core has died gets `onLost`, and connects again.
 */
import type { HostCallName } from '#core/create-core.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { describeCause } from '#shared/errors/failure.ts'
import type { Frame, FromCore, ToCore } from './link-messages.ts'

/** A process that runs a core: a forked Node process, or Electron's utility process. */
export interface CoreProcess<F extends Frame> {
  post(message: ToCore<F>): void
  onMessage(listener: (message: FromCore<F>) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export interface LinkConnection<F extends Frame = string> {
  receive(frame: F): void
  close(): void
}

/** The window's side of a connection. */
interface LinkWindow<F extends Frame = string> {
  readonly send: (frame: F) => void
  readonly onLost: () => void
}

export interface CoreLink<F extends Frame = string> {
  /** Resolves when the first core is ready. Rejects with a CoreStartError if it can't start at all. */
  readonly ready: Promise<void>
  /** Messages that a window sends before the core is ready are queued. */
  connect(window: LinkWindow<F>): LinkConnection<F>
  /** Kills a core that no longer responds. It is restarted like a core that died. */
  restart(): void
  close(): Promise<void>
}

/** The message is a sentence for a person, in a terminal or a dialog. */
export class CoreStartError extends Error {
  override readonly name = 'CoreStartError'
}

function describeStartError(error: ChainglassError): string {
  const code = error.code === 'internal' ? error.reference : error.code
  return describeCause(error) ?? `Chainglass could not start (${code}).`
}

export interface CoreLinkOptions<F extends Frame = string> {
  readonly start: () => CoreProcess<F>
  readonly onHostCall: (name: HostCallName, input: unknown) => Promise<unknown>
  readonly log: (line: string) => void
}

/** Delays before successive restarts, in ms, so that a core that always dies at once does not use up the machine. */
const RESTART_DELAYS_MS = [0, 500, 1_000, 2_000, 5_000]
/** A core that ran this long counts as healthy: its next restart has no delay. */
const HEALTHY_AFTER_MS = 30_000
const SHUTDOWN_TIMEOUT_MS = 4_000
/** After this many deaths before it was ever ready, the core is not restarted automatically. */
const MAX_DEATHS_AT_START = 3
const NEVER_READY = `Chainglass could not start: its core ended ${String(MAX_DEATHS_AT_START)} times before it was ready.`
/** A request is blocked after the core crashed this often while it read a response to it. */
const MAX_CRASHES = 3

export function createCoreLink<F extends Frame>(options: CoreLinkOptions<F>): CoreLink<F> {
  const windows = createWindows<F>((message) => {
    if (core && isReady) core.post(message)
    else queued.push(message)
  })
  let queued: ToCore<F>[] = []
  let core: CoreProcess<F> | undefined
  let isReady = false
  let isClosing = false
  let exited = Promise.withResolvers<undefined>()
  let restartTimer: NodeJS.Timeout | undefined
  const crashes = createCrashTracker(options.log)
  const restarts = createRestartPolicy()
  const first = Promise.withResolvers<undefined>()
  first.promise.catch(() => undefined)

  function start() {
    const started = options.start()
    core = started
    exited = Promise.withResolvers()
    const healthy = setTimeout(restarts.recordHealthy, HEALTHY_AFTER_MS)
    healthy.unref()
    started.onMessage((message) => {
      if (started === core) onMessage(started, message)
    })
    started.onExit(() => {
      clearTimeout(healthy)
      if (started === core) onExit()
    })
  }

  function onMessage(from: CoreProcess<F>, message: FromCore<F>) {
    if (message.kind === 'message') windows.send(message.connection, message.frame)
    else if (message.kind === 'host-call') void runHostCall(options.onHostCall, from, message)
    else if (message.kind === 'read-started') crashes.startRead(message.request)
    else if (message.kind === 'read-ended') crashes.endRead(message.request)
    else if (message.kind === 'ready') {
      isReady = true
      restarts.recordReady()
      if (crashes.blocked.size > 0) from.post({ kind: 'block-requests', requests: [...crashes.blocked] })
      for (const waiting of queued.splice(0)) from.post(waiting)
      first.resolve(undefined)
    } else {
      isClosing = true
      first.reject(new CoreStartError(describeStartError(message.error)))
    }
  }

  function onExit() {
    core = undefined
    isReady = false
    queued = []
    crashes.recordCrash()
    windows.loseAll()
    exited.resolve(undefined)
    if (isClosing) {
      first.reject(new Error('The core was closed before it was ready.'))
      return
    }
    const delay = restarts.recordDeath()
    if (delay === null) {
      first.reject(new CoreStartError(NEVER_READY))
      return
    }
    options.log(`The core has ended; it is restarted${delay > 0 ? ` in ${String(delay)} ms` : ''}.`)
    restartTimer = setTimeout(start, delay)
  }

  start()
  return {
    ready: first.promise,
    connect: windows.connect,
    restart() {
      core?.kill()
    },
    close() {
      isClosing = true
      clearTimeout(restartTimer)
      return core ? shutDown(core, exited.promise, isReady) : Promise.resolve()
    },
  }
}

function createRestartPolicy() {
  let deaths = 0
  let wasReady = false
  return {
    recordReady() {
      wasReady = true
    },
    recordHealthy: () => {
      if (wasReady) deaths = 0
    },
    /** Returns the delay before the next start in ms; null if the core is not restarted automatically. */
    recordDeath(): number | null {
      deaths += 1
      if (!wasReady && deaths === MAX_DEATHS_AT_START) return null
      return RESTART_DELAYS_MS[Math.min(deaths, RESTART_DELAYS_MS.length) - 1] ?? 0
    },
  }
}

/**
 * Ends a core. A core that was never ready is killed: it may be blocked, has nothing to write, and handles no
 * message.
 */
async function shutDown<F extends Frame>(core: CoreProcess<F>, exited: Promise<undefined>, isReady: boolean) {
  if (!isReady) core.kill()
  const killTimer = setTimeout(() => {
    core.kill()
  }, SHUTDOWN_TIMEOUT_MS)
  core.post({ kind: 'shutdown' })
  await exited
  clearTimeout(killTimer)
}

/** Counts the core's crashes by the request whose response it was reading; requests are hashes. */
function createCrashTracker(log: (line: string) => void) {
  const reading = new Set<string>()
  const crashes = new Map<string, number>()
  const blocked = new Set<string>()
  return {
    blocked: blocked as ReadonlySet<string>,
    startRead: (request: string) => reading.add(request),
    endRead(request: string) {
      reading.delete(request)
      crashes.delete(request)
    },
    recordCrash() {
      for (const request of reading) {
        const count = (crashes.get(request) ?? 0) + 1
        crashes.set(request, count)
        if (count < MAX_CRASHES || blocked.has(request)) continue
        blocked.add(request)
        log('The core has crashed three times on the same response; it is not requested again.')
      }
      reading.clear()
    },
  }
}

/** The connected windows, by connection number. */
function createWindows<F extends Frame>(post: (message: ToCore<F>) => void) {
  let connected = new Map<number, LinkWindow<F>>()
  let lastConnection = 0
  return {
    connect(this: void, window: LinkWindow<F>): LinkConnection<F> {
      lastConnection += 1
      const connection = lastConnection
      connected.set(connection, window)
      post({ kind: 'open', connection })
      return {
        receive: (frame) => {
          if (connected.has(connection)) post({ kind: 'message', connection, frame })
        },
        close: () => {
          if (connected.delete(connection)) post({ kind: 'close', connection })
        },
      }
    },
    send(connection: number, frame: F) {
      connected.get(connection)?.send(frame)
    },
    loseAll() {
      const lost = connected
      connected = new Map()
      for (const window of lost.values()) window.onLost()
    },
  }
}

async function runHostCall<F extends Frame>(
  onHostCall: CoreLinkOptions['onHostCall'],
  core: CoreProcess<F>,
  { id, name, input }: Extract<FromCore<F>, { kind: 'host-call' }>,
) {
  try {
    core.post({ kind: 'host-reply', id, value: await onHostCall(name, input) })
  } catch (error) {
    core.post({ kind: 'host-reply', id, error: error instanceof Error ? error.message : 'failed' })
  }
}
