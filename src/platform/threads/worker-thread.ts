/** Runs requests in a thread, which starts at the first request, and again after it was lost, and ends when idle. */
import { parse } from 'node:path'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { ChainglassFailure, cancelled } from '#shared/errors/failure.ts'
import type { ThreadInput, ThreadOutput } from './serve-thread.ts'
import { createZlibLock, takeZlibLock, takeZlibLockSync } from './zlib-lock.ts'

export interface WorkerThreadOptions {
  /** The path of the thread's file, which calls `serveThread`. Undefined if it is missing. */
  readonly file: () => string | undefined
  readonly workerData?: unknown
  readonly resourceLimits: ResourceLimits
  /** An idle thread ends after this many ms; by default it stays until `end`. */
  readonly maxIdleMs?: number
  /**
   * The time limit of one request in ms, for work on untrusted input. Requests are then sent one after another, and
   * the thread ends if one fails, times out or is cancelled.
   */
  readonly maxMs?: number
  /** Context for every answer. It is sent before a request if the object changed since the last one. */
  readonly context?: () => unknown
}

/** The thread ended, exceeded the time limit, or (`isStarted` false) did not start. */
export class ThreadLost extends Error {
  readonly isStarted: boolean
  constructor(message: string, isStarted: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isStarted = isStarted
  }
}

interface PendingRequest<Reply, Progress> {
  readonly request: unknown
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  isSent: boolean
}

interface Running {
  readonly worker: Worker
  readonly zlibLock: Int32Array
  isReady: boolean
  context: unknown
}

const MAX_START_MS = 30_000

/** The locks of all threads of this process that run. An exit terminates them. */
const zlibLocks = new Set<Int32Array>()
const takeZlibLocks = () => {
  for (const lock of zlibLocks) takeZlibLockSync(lock)
}

export class WorkerThread<Request, Reply, Progress = never> {
  readonly #options: WorkerThreadOptions
  /** In the order of the calls. */
  readonly #waiting = new Map<number, PendingRequest<Reply, Progress>>()
  #running: Running | undefined
  #lastId = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: WorkerThreadOptions) {
    this.#options = options
  }

  /**
   * Rejects with the thread's error (a `ChainglassFailure` keeps its type), with `ThreadLost`, or with `cancelled`
   * once `signal` is aborted, which aborts the work too.
   */
  async ask(
    request: Request,
    {
      signal,
      onProgress,
    }: { readonly signal?: AbortSignal; readonly onProgress?: (progress: Progress) => void } = {},
  ): Promise<Reply> {
    if (signal?.aborted) throw cancelled()
    const id = (this.#lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    this.#waiting.set(id, { request, onProgress, resolve, reject, isSent: false })
    const cancel = () => {
      reject(cancelled())
      this.#leave(id)
    }
    signal?.addEventListener('abort', cancel, { once: true })
    this.#send()
    return promise.finally(() => {
      signal?.removeEventListener('abort', cancel)
    })
  }

  /**
   * Starts the thread before the first request; it then counts as idle. If that fails, the next request tries again.
   */
  start(): void {
    try {
      this.#running ??= this.#start()
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
    }
  }

  /** Whether the thread is running and can answer at once. */
  get isReady(): boolean {
    return this.#running?.isReady === true
  }

  /**
   * Ends the thread. Waiting requests reject with `error`, which is `cancelled` by default. Later requests start a
   * new thread.
   */
  async end(error: Error = cancelled()): Promise<void> {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of all) reject(error)
    await this.#terminate()
  }

  async #terminate(): Promise<void> {
    clearTimeout(this.#timer)
    const running = this.#running
    this.#running = undefined
    if (!running) return
    await takeZlibLock(running.zlibLock)
    await running.worker.terminate()
  }

  /** Sends the requests that may be sent now. */
  #send() {
    for (const [id, asked] of this.#waiting) {
      if (!asked.isSent) this.#sendOne(id, asked)
      // If the request could not be sent, it is no longer waiting.
      if (this.#options.maxMs !== undefined && this.#waiting.has(id)) return
    }
    if (this.#waiting.size === 0) this.#setTimer()
  }

  #sendOne(id: number, pending: PendingRequest<Reply, Progress>) {
    pending.isSent = true
    try {
      const running = (this.#running ??= this.#start())
      const context = this.#options.context?.()
      if (context !== running.context) post(running, { context })
      running.context = context
      post(running, { id, request: pending.request })
      this.#setTimer()
    } catch (error) {
      this.#waiting.delete(id)
      pending.reject(error as Error)
    }
  }

  #start(): Running {
    const { file, workerData, resourceLimits } = this.#options
    const path = file()
    if (path === undefined) throw new ThreadLost('The file of a thread is not there.', false)
    const { name } = parse(path)
    const worker = new Worker(path, { name, workerData, resourceLimits, execArgv: [], stderr: true })
    worker.unref()
    const zlibLock = createZlibLock()
    const started: Running = { worker, zlibLock, isReady: false, context: undefined }
    if (zlibLocks.size === 0) process.on('exit', takeZlibLocks)
    zlibLocks.add(zlibLock)
    post(started, { zlibLock })
    const onLost = (message: string, cause?: unknown) => {
      if (this.#running === started) this.#lose(new ThreadLost(message, started.isReady, { cause }))
    }
    worker
      .on('message', (output: ThreadOutput) => {
        if (this.#running === started) this.#receive(started, output)
      })
      .on('error', (error) => {
        onLost(`A thread failed: ${String(error)}`, error)
      })
      .on('exit', () => {
        zlibLocks.delete(zlibLock)
        if (zlibLocks.size === 0) process.off('exit', takeZlibLocks)
        onLost('A thread has ended.')
      })
    return started
  }

  #receive(running: Running, output: ThreadOutput) {
    if ('ready' in output) {
      running.isReady = true
      this.#setTimer()
      return
    }
    const asked = this.#waiting.get(output.id)
    // Otherwise nobody waits for the reply any more.
    if (!asked) return
    if ('progress' in output) {
      asked.onProgress?.(output.progress as Progress)
      return
    }
    this.#waiting.delete(output.id)
    if ('reply' in output) asked.resolve(output.reply as Reply)
    else {
      asked.reject(output.error ? new ChainglassFailure(output.error) : new Error(output.message))
      if (this.#options.maxMs !== undefined) void this.#terminate()
    }
    this.#send()
  }

  #leave(id: number) {
    const request = this.#waiting.get(id)
    if (!request) return
    this.#waiting.delete(id)
    if (request.isSent && this.#running) {
      if (this.#options.maxMs === undefined) post(this.#running, { id, cancel: true })
      else void this.#terminate()
    }
    this.#send()
  }

  /** Fails the requests that were sent; the others wait for the next thread. */
  #lose(error: Error) {
    void this.#terminate()
    for (const [id, asked] of this.#waiting) {
      if (!asked.isSent) continue
      this.#waiting.delete(id)
      asked.reject(error)
    }
    this.#send()
  }

  /** Sets the time limit of the thread's state: starting, a request, or idling. */
  #setTimer() {
    clearTimeout(this.#timer)
    const running = this.#running
    const { maxMs, maxIdleMs } = this.#options
    if (!running) return
    if (this.#waiting.size === 0) {
      if (maxIdleMs !== undefined) this.#timer = setTimeout(() => void this.#terminate(), maxIdleMs).unref()
    } else if (maxMs !== undefined) {
      const late = () => {
        this.#lose(new ThreadLost('A thread is late.', running.isReady))
      }
      this.#timer = setTimeout(late, running.isReady ? maxMs : MAX_START_MS)
    }
  }
}

const post = ({ worker }: Running, message: ThreadInput) => {
  worker.postMessage(message)
}
