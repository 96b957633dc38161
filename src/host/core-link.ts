/**
 * The host's connection to the core's process: forwards messages between windows and core, and restarts a core that
 * dies. A window whose core has died gets `onLost`, and connects again.
 */
import type { HostCallName } from '#core/create-core.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { describeCause } from '#shared/errors/failure.ts'
import type { CoreProcess, Frame, FromCore, ToCore } from './link-messages.ts'
import { beforeStart, nextLinkState, type LinkEvent, type Run } from './link-state.ts'

export interface LinkConnection<F extends Frame = string> {
  receive(frame: F): void
  close(): void
}

/** The window's side of a connection. */
interface LinkWindow<F extends Frame = string> {
  readonly send: (frame: F) => void
  /** `error`: why the core could not start again, where that is what it has ended with. */
  readonly onLost: (error?: ChainglassError) => void
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

/** A core that ran this long counts as healthy: its next restart has no delay. */
const HEALTHY_AFTER_MS = 30_000
const SHUTDOWN_TIMEOUT_MS = 4_000
/** A request is blocked after the core crashed this often while it read a response to it. */
const MAX_CRASHES = 3

export function createCoreLink<F extends Frame>(options: CoreLinkOptions<F>): CoreLink<F> {
  let state = beforeStart<F>()
  let timer: NodeJS.Timeout | undefined
  const windows = createWindows<F>((message) => {
    if (state.is === 'ready') state.run.process.post(message)
    else if ('queued' in state) state.queued.push(message)
  })
  const crashes = createCrashTracker(options.log)
  const first = Promise.withResolvers<undefined>()
  first.promise.catch(() => undefined)

  function dispatch(event: LinkEvent<F>) {
    const before = state
    state = nextLinkState(before, event)
    if (state.is === before.is) return
    clearTimeout(timer)
    if (state.is === 'ready') onReady(state.run.process, 'queued' in before ? before.queued : [])
    else if (state.is === 'waiting') startLater(state.ms)
    else if (state.is === 'failed') first.reject(new CoreStartError(state.reason))
    else if (state.is === 'closed') first.reject(new Error('The core was closed before it was ready.'))
  }

  function start() {
    const started = options.start()
    const { promise: exited, resolve } = Promise.withResolvers<undefined>()
    dispatch({ is: 'started', run: { process: started, exited } })
    started.onMessage((message) => {
      if (runs(started)) onMessage(started, message)
    })
    started.onExit(() => {
      if (!runs(started)) return
      crashes.recordCrash()
      const error = state.is === 'starting' ? state.error : undefined
      dispatch({ is: 'exited' })
      windows.loseAll(error)
      resolve(undefined)
    })
  }

  const runs = (process: CoreProcess<F>) => 'run' in state && state.run?.process === process

  function onMessage(from: CoreProcess<F>, message: FromCore<F>) {
    if (message.kind === 'message') windows.send(message.connection, message.frame)
    else if (message.kind === 'host-call') void runHostCall(options.onHostCall, from, message)
    else if (message.kind === 'read-started') crashes.startRead(message.request)
    else if (message.kind === 'read-ended') crashes.endRead(message.request)
    else if (message.kind === 'ready') dispatch({ is: 'ready' })
    else {
      const reason = describeStartError(message.error)
      dispatch({ is: 'startFailed', reason, error: message.error })
      if (state.is !== 'starting') return
      options.log(`The core could not start: ${reason}`)
      from.kill()
    }
  }

  function onReady(core: CoreProcess<F>, queued: readonly ToCore<F>[]) {
    timer = setTimeout(() => {
      dispatch({ is: 'healthy' })
    }, HEALTHY_AFTER_MS).unref()
    if (crashes.blocked.size > 0) core.post({ kind: 'block-requests', requests: [...crashes.blocked] })
    for (const waiting of queued) core.post(waiting)
    first.resolve(undefined)
  }

  function startLater(ms: number) {
    options.log(`The core has ended; it is restarted${ms > 0 ? ` in ${String(ms)} ms` : ''}.`)
    timer = setTimeout(start, ms)
  }

  let closing: Promise<void> | undefined
  function close() {
    const isReady = state.is === 'ready'
    dispatch({ is: 'close' })
    return 'run' in state && state.run ? shutDown(state.run, isReady) : Promise.resolve()
  }

  start()
  return {
    ready: first.promise,
    connect: windows.connect,
    restart() {
      if ('run' in state) state.run?.process.kill()
    },
    // A second call waits as well: it does not kill a core that is writing its files.
    close: () => (closing ??= close()),
  }
}

/**
 * Ends a core. A core that was never ready is killed: it may be blocked, has nothing to write, and handles no
 * message.
 */
async function shutDown<F extends Frame>({ process: core, exited }: Run<F>, isReady: boolean) {
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
    loseAll(error?: ChainglassError) {
      const lost = connected
      connected = new Map()
      for (const window of lost.values()) window.onLost(error)
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
