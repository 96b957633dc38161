/** A thread that is asked: started at the first request, and again after it was lost; ended when it idles. */
import { parse } from 'node:path'
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ThreadInput, ThreadOutput } from './serve-thread.ts'

export interface WorkerThreadOptions {
  /** The path of its file, which calls `serveThread`. Undefined where it is not there. */
  readonly file: () => string | undefined
  readonly workerData?: unknown
  readonly resourceLimits: ResourceLimits
  /** So long, in ms, a thread without a request stays: until `end` where it is not said. */
  readonly maxIdleMs?: number
  /**
   * For work that others have given, which may do anything: how long one request may take, in ms. Requests are sent one
   * after another then, and one that fails, is late or is cancelled ends the thread.
   */
  readonly maxMs?: number
  /** What every answer needs to know: sent before a request when it is not the object that was sent last. */
  readonly context?: () => unknown
}

/** The thread ended, was too late, or (`isStarted` false) did not come up. */
export class ThreadLost extends Error {
  readonly isStarted: boolean
  constructor(message: string, isStarted: boolean, options?: ErrorOptions) {
    super(message, options)
    this.isStarted = isStarted
  }
}

interface Asked<Reply, Progress> {
  readonly request: unknown
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: Error) => void
  isSent: boolean
}

interface Running {
  readonly worker: Worker
  isReady: boolean
  context: unknown
}

const MAX_START_MS = 30_000

export class WorkerThread<Request, Reply, Progress = never> {
  readonly #options: WorkerThreadOptions
  /** In the order of asking. */
  readonly #waiting = new Map<number, Asked<Reply, Progress>>()
  #running: Running | undefined
  #lastId = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: WorkerThreadOptions) {
    this.#options = options
  }

  /**
   * Rejects with what the thread threw (a `ChainglassFailure` as such), with `ThreadLost`, or with `cancelled` once
   * `signal` is aborted, which aborts the work too.
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

  /** It comes up before it is asked, and idles then as after a request. One that can't is tried again at the next request. */
  start(): void {
    try {
      this.#running ??= this.#start()
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error
    }
  }

  /** It is there, and answers at once. */
  get isReady(): boolean {
    return this.#running?.isReady === true
  }

  /** What waits rejects with `error`, which is `cancelled` unless given. What is asked later has another thread. */
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
    await running?.worker.terminate()
  }

  /** Sends what may be sent now. */
  #send() {
    for (const [id, asked] of this.#waiting) {
      if (!asked.isSent) this.#sendOne(id, asked)
      // One that could not be sent is gone.
      if (this.#options.maxMs !== undefined && this.#waiting.has(id)) return
    }
    if (this.#waiting.size === 0) this.#setTimer()
  }

  #sendOne(id: number, asked: Asked<Reply, Progress>) {
    asked.isSent = true
    try {
      const running = (this.#running ??= this.#start())
      const context = this.#options.context?.()
      if (context !== running.context) post(running, { context })
      running.context = context
      post(running, { id, request: asked.request })
      this.#setTimer()
    } catch (error) {
      this.#waiting.delete(id)
      asked.reject(error as Error)
    }
  }

  #start(): Running {
    const { file, workerData, resourceLimits } = this.#options
    const path = file()
    if (path === undefined) throw new ThreadLost('The file of a thread is not there.', false)
    const { name } = parse(path)
    const worker = new Worker(path, { name, workerData, resourceLimits, execArgv: [], stderr: true })
    worker.unref()
    const started: Running = { worker, isReady: false, context: undefined }
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
    // Else nobody waits for it any more.
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
    const asked = this.#waiting.get(id)
    if (!asked) return
    this.#waiting.delete(id)
    if (asked.isSent && this.#running) {
      if (this.#options.maxMs === undefined) post(this.#running, { id, cancel: true })
      else void this.#terminate()
    }
    this.#send()
  }

  /** What it was asked fails; what it was not is for the next one. */
  #lose(error: Error) {
    void this.#terminate()
    for (const [id, asked] of this.#waiting) {
      if (!asked.isSent) continue
      this.#waiting.delete(id)
      asked.reject(error)
    }
    this.#send()
  }

  /** Gives the thread its time: to come up, for a request, or to idle. */
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

const cancelled = () => new ChainglassFailure({ code: 'cancelled' })
