/** Dedupes identical requests: a caller whose request runs already gets the response of that one. */
import { ChainglassFailure } from '#shared/errors/errors.ts'
import type { Priority } from '#shared/priority.ts'
import { RequestPriority } from './request-priority.ts'

interface Running {
  readonly promise: Promise<unknown>
  readonly controller: AbortController
  readonly priority: RequestPriority
  callers: number
}

export interface CallerOptions {
  /** `visible` unless given. A visible caller raises the priority of a request that runs in the background. */
  readonly priority?: Priority | undefined
  /** Of this caller. The request itself is aborted when its last caller has left. */
  readonly signal?: AbortSignal | undefined
}

export class RequestDeduper {
  readonly #running = new Map<string, Running>()

  /** `key` says all that the response depends on. Rejects with `cancelled` when the caller's signal aborts. */
  run<T>(
    key: string,
    { priority = 'visible', signal }: CallerOptions,
    send: (signal: AbortSignal, priority: RequestPriority) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelled())
    const running = this.#running.get(key) ?? this.#start(key, priority, send)
    running.priority.raise(priority)
    running.callers += 1
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(cancelled())
        running.callers -= 1
        if (running.callers > 0) return
        if (this.#running.get(key) === running) this.#running.delete(key)
        running.controller.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      const stopListening = () => signal?.removeEventListener('abort', leave)
      ;(running.promise as Promise<T>).then(resolve, reject).finally(stopListening)
    })
  }

  /** Aborts all that run. */
  close() {
    for (const { controller } of this.#running.values()) controller.abort()
    this.#running.clear()
  }

  #start(
    key: string,
    initial: Priority,
    send: (signal: AbortSignal, priority: RequestPriority) => Promise<unknown>,
  ): Running {
    const controller = new AbortController()
    const priority = new RequestPriority(initial)
    const promise = send(controller.signal, priority).finally(() => {
      if (this.#running.get(key) === running) this.#running.delete(key)
    })
    const running: Running = { promise, controller, priority, callers: 0 }
    this.#running.set(key, running)
    return running
  }
}

const cancelled = () => new ChainglassFailure({ code: 'cancelled' })
