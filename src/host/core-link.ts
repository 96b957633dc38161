/**
 * The host's end of the core's process: carries each window's messages to it and back, and starts it anew when it dies.
 * A window whose core has died is told by `lost`, and connects again.
 */
import { describeCause, type ChainglassError } from '#shared/rpc/errors.ts'
import type { FromCore, HostAsk, ToCore } from './link-messages.ts'

/** A process with a core in it: a forked Node process, or Electron's utility process. */
export interface CoreProcess {
  post(message: ToCore): void
  onMessage(listener: (message: FromCore) => void): void
  onExit(listener: () => void): void
  kill(): void
}

export interface LinkConnection {
  receive(text: string): void
  close(): void
}

export interface CoreLink {
  /** Resolves when the first core is ready; rejects with a CoreRefused where it can't start at all. */
  readonly ready: Promise<void>
  connect(window: { send: (text: string) => void; lost: () => void }): LinkConnection
  /** Ends a core that does not answer any more; it is started anew like one that died. */
  restart(): void
  close(): Promise<void>
}

/** Its message is a sentence for a person at a terminal or before a dialog. */
export class CoreRefused extends Error {
  readonly error: ChainglassError
  constructor(error: ChainglassError) {
    super(describeCause(error) ?? `Chainglass could not start (${nameOf(error)}).`)
    this.name = 'CoreRefused'
    this.error = error
  }
}

const nameOf = (error: ChainglassError) => (error.code === 'internal' ? error.reference : error.code)

export interface CoreLinkOptions {
  readonly start: () => CoreProcess
  readonly asked: (what: HostAsk, input: unknown) => Promise<unknown>
  readonly log: (line: string) => void
}

/** A core that dies at once, again and again, must not take the machine with it. */
const PAUSES_MS = [0, 500, 1_000, 2_000, 5_000]
const SETTLED_MS = 30_000
const SHUTDOWN_MS = 4_000

export function createCoreLink(options: CoreLinkOptions): CoreLink {
  let windows = new Map<number, { send: (text: string) => void; lost: () => void }>()
  let waiting: ToCore[] = []
  let core: CoreProcess | undefined
  let isReady = false
  let lastConnection = 0
  let deaths = 0
  let closing = false
  let exited: () => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<undefined>()
  first.promise.catch(() => undefined)

  start()
  return {
    ready: first.promise,
    connect(window) {
      lastConnection += 1
      const connection = lastConnection
      windows.set(connection, window)
      post({ kind: 'open', connection })
      return {
        receive: (text) => {
          if (windows.has(connection)) post({ kind: 'message', connection, text })
        },
        close: () => {
          if (windows.delete(connection)) post({ kind: 'close', connection })
        },
      }
    },
    restart() {
      core?.kill()
    },
    close() {
      closing = true
      clearTimeout(timer)
      const mine = core
      if (!mine) return Promise.resolve()
      return new Promise((resolve) => {
        const impatient = setTimeout(() => {
          mine.kill()
        }, SHUTDOWN_MS)
        exited = () => {
          clearTimeout(impatient)
          resolve()
        }
        mine.post({ kind: 'shutdown' })
      })
    },
  }

  function start() {
    const mine = options.start()
    core = mine
    const settled = setTimeout(() => {
      deaths = 0
    }, SETTLED_MS)
    settled.unref()
    mine.onMessage((message) => {
      if (mine === core) hear(mine, message)
    })
    mine.onExit(() => {
      clearTimeout(settled)
      if (mine === core) died()
    })
  }

  function hear(mine: CoreProcess, message: FromCore) {
    if (message.kind === 'message') windows.get(message.connection)?.send(message.text)
    else if (message.kind === 'ready') {
      isReady = true
      for (const early of waiting) mine.post(early)
      waiting = []
      first.resolve(undefined)
    } else if (message.kind === 'refused') {
      closing = true
      first.reject(new CoreRefused(message.error))
    } else {
      const { id } = message
      options.asked(message.what, message.input).then(
        (value) => {
          mine.post({ kind: 'answer', id, value })
        },
        (error: unknown) => {
          mine.post({ kind: 'answer', id, failed: error instanceof Error ? error.message : 'failed' })
        },
      )
    }
  }

  function died() {
    core = undefined
    isReady = false
    waiting = []
    const gone = windows
    windows = new Map()
    for (const window of gone.values()) window.lost()
    exited()
    if (closing) {
      first.reject(new Error('The core was closed before it was ready.'))
      return
    }
    const pause = PAUSES_MS[Math.min(deaths, PAUSES_MS.length - 1)] ?? 0
    deaths += 1
    options.log(`The core has ended; it is started again${pause > 0 ? ` in ${String(pause)} ms` : ''}.`)
    timer = setTimeout(start, pause)
  }

  /** Windows may connect while a core is on its way: what they say waits for it. */
  function post(message: ToCore) {
    if (core && isReady) core.post(message)
    else waiting.push(message)
  }
}
