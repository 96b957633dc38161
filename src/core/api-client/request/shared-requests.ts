/** Two who ask the same at the same time share one request; it ends early only when the last of them leaves. */
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { Urgency, type Priority } from './urgency.ts'

interface Shared {
  readonly promise: Promise<unknown>
  readonly controller: AbortController
  readonly urgency: Urgency
  callers: number
}

export interface Joining {
  readonly priority: Priority
  readonly signal?: AbortSignal | undefined
}

export class SharedRequests {
  readonly #running = new Map<string, Shared>()

  /** `key` tells all that makes the answer what it is. Rejects with `cancelled` when this caller's signal aborts. */
  join<T>(
    key: string,
    { priority, signal }: Joining,
    start: (signal: AbortSignal, urgency: Urgency) => Promise<T>,
  ): Promise<T> {
    if (signal?.aborted) return Promise.reject(cancelled())
    const shared = this.#running.get(key) ?? this.#start(key, priority, start)
    shared.urgency.raise(priority)
    shared.callers += 1
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(cancelled())
        shared.callers -= 1
        if (shared.callers > 0) return
        if (this.#running.get(key) === shared) this.#running.delete(key)
        shared.controller.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      const done = () => signal?.removeEventListener('abort', leave)
      ;(shared.promise as Promise<T>).then(resolve, reject).finally(done)
    })
  }

  close() {
    for (const { controller } of this.#running.values()) controller.abort()
    this.#running.clear()
  }

  #start(
    key: string,
    priority: Priority,
    start: (signal: AbortSignal, urgency: Urgency) => Promise<unknown>,
  ): Shared {
    const controller = new AbortController()
    const urgency = new Urgency(priority)
    const promise = start(controller.signal, urgency).finally(() => {
      if (this.#running.get(key) === shared) this.#running.delete(key)
    })
    const shared: Shared = { promise, controller, urgency, callers: 0 }
    this.#running.set(key, shared)
    return shared
  }
}

const cancelled = () => new ChainglassFailure({ code: 'cancelled' })
