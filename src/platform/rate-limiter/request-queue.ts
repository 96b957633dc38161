/**
 * Requests to one server that wait for their start: bounded in number, visible ones before background ones, and at the
 * rate of a `RateLimiter` where one is given.
 */
import type { Priority } from '#shared/priority.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { RequestPriority } from './request-priority.ts'

export interface QueueLimits {
  /** Requests at the same time. */
  readonly maxRunning: number
  /** Of these, background ones; the rest is kept free for what a person waits for. All unless given. */
  readonly maxBackground?: number
  /** The longest pause of the server, in ms, that a request waits for; it fails with `PausedError` otherwise. */
  readonly maxPauseMs?: Readonly<Record<Priority, number>>
}

export interface QueueOptions {
  /** `visible` unless given. */
  readonly priority?: Priority | RequestPriority
  /** Takes a waiting request out of the queue. A request that runs listens to it by itself. */
  readonly signal?: AbortSignal | undefined
}

/** The server asked for a pause that still lasts `ms`, longer than the request waits. */
export class PausedError extends Error {
  readonly ms: number
  constructor(ms: number) {
    super('paused')
    this.name = 'PausedError'
    this.ms = ms
  }
}

/** A request left the queue without a start: its signal was aborted, or the queue was closed. */
export class LeftQueueError extends Error {
  constructor() {
    super('left the queue')
    this.name = 'LeftQueueError'
  }
}

interface Waiting {
  readonly start: (as: Priority) => void
  readonly fail: (reason: Error) => void
}

export class RequestQueue {
  readonly #limits: QueueLimits
  readonly #limiter: RateLimiter | undefined
  readonly #waiting: Record<Priority, Waiting[]> = { visible: [], background: [] }
  readonly #running: Record<Priority, number> = { visible: 0, background: 0 }
  #timer: NodeJS.Timeout | undefined

  constructor(limits: QueueLimits, limiter?: RateLimiter) {
    this.#limits = limits
    this.#limiter = limiter
  }

  /** Gives what `send` gives. Rejects with `PausedError` or `LeftQueueError` where `send` was not called. */
  async run<T>({ priority = 'visible', signal }: QueueOptions, send: () => Promise<T>): Promise<T> {
    const startedAs = await this.#waitForStart(priority, signal)
    try {
      return await send()
    } finally {
      this.#running[startedAs] -= 1
      this.#advance()
    }
  }

  /** The server asked for it: no request starts for `ms`, and one that does not wait so long fails now. */
  pause(ms: number) {
    this.#limiter?.pause(ms)
    this.#advance()
  }

  /** Requests that wait fail; those that run go on. */
  close() {
    clearTimeout(this.#timer)
    for (const waiting of this.#all()) waiting.fail(new LeftQueueError())
  }

  #waitForStart(priority: Priority | RequestPriority, signal: AbortSignal | undefined): Promise<Priority> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start(as) {
          stopListening()
          resolve(as)
        },
        fail: (reason) => {
          stopListening()
          this.#remove(waiting)
          reject(reason)
        },
      }
      const onAbort = () => {
        waiting.fail(new LeftQueueError())
      }
      const stopRaising =
        priority instanceof RequestPriority
          ? priority.onRaise(() => {
              this.#remove(waiting)
              this.#waiting.visible.push(waiting)
              this.#advance()
            })
          : undefined
      const stopListening = () => {
        signal?.removeEventListener('abort', onAbort)
        stopRaising?.()
      }
      if (signal?.aborted) {
        onAbort()
        return
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      this.#waiting[priority instanceof RequestPriority ? priority.current : priority].push(waiting)
      this.#advance()
    })
  }

  /** Starts what may start, and sets a timer for what may start later. */
  #advance() {
    clearTimeout(this.#timer)
    this.#failImpatient()
    for (let next = this.#next(); next; next = this.#next()) {
      const delayMs = this.#limiter?.take() ?? 0
      if (delayMs > 0) {
        this.#timer = setTimeout(() => {
          this.#advance()
        }, Math.ceil(delayMs))
        return
      }
      this.#running[next] += 1
      this.#waiting[next].shift()?.start(next)
    }
  }

  /** Of which priority the next request is; undefined where none may start. */
  #next(): Priority | undefined {
    const { maxRunning, maxBackground = maxRunning } = this.#limits
    const { visible, background } = this.#running
    if (visible + background >= maxRunning) return undefined
    if (this.#waiting.visible.length > 0) return 'visible'
    return this.#waiting.background.length > 0 && background < maxBackground ? 'background' : undefined
  }

  #failImpatient() {
    const pausedMs = this.#limiter?.pausedMs ?? 0
    if (pausedMs === 0 || !this.#limits.maxPauseMs) return
    for (const priority of ['visible', 'background'] as const)
      if (pausedMs > this.#limits.maxPauseMs[priority])
        for (const waiting of [...this.#waiting[priority]]) waiting.fail(new PausedError(pausedMs))
  }

  #remove(waiting: Waiting) {
    for (const queue of [this.#waiting.visible, this.#waiting.background]) {
      const at = queue.indexOf(waiting)
      if (at >= 0) queue.splice(at, 1)
    }
  }

  #all = () => [...this.#waiting.visible, ...this.#waiting.background]
}
