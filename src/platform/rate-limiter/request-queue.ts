/**
 * A queue of requests to one server: limited in number, visible requests before background ones, and at the rate of a
 * `RateLimiter` if one is given.
 */
import type { Priority } from '#shared/priority.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { RequestPriority } from './request-priority.ts'

export interface QueueLimits {
  /** The maximal number of concurrent requests. */
  readonly maxRunning: number
  /**
   * The maximal number of concurrent background requests; the rest is reserved for visible ones. `maxRunning` by
   * default.
   */
  readonly maxBackground?: number
  /**
   * The longest pause of the server, in ms, that a request waits for; beyond it, the request fails with
   * `PausedError`.
   */
  readonly maxPauseMs?: Readonly<Record<Priority, number>>
}

export interface QueueOptions {
  /** `visible` by default. */
  readonly priority?: Priority | RequestPriority
  /** Removes a waiting request from the queue. A running request must handle it itself. */
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

  /** Returns the result of `send`. Rejects with `PausedError` or `LeftQueueError` if `send` was not called. */
  async run<T>({ priority = 'visible', signal }: QueueOptions, send: () => Promise<T>): Promise<T> {
    const startedAs = await this.#waitForStart(priority, signal)
    try {
      return await send()
    } finally {
      this.#running[startedAs] -= 1
      this.#advance()
    }
  }

  /** Blocks starts for `ms`, as the server asked; requests that do not wait so long fail now. */
  pause(ms: number) {
    this.#limiter?.pause(ms)
    this.#advance()
  }

  /** Fails waiting requests; running ones go on. */
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

  /** Starts the requests that may start, and sets a timer for the next ones. */
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

  /** The priority of the next request; undefined if none may start. */
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
