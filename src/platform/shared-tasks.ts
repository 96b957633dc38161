/**
 * Shares tasks in flight: a task that several callers need runs once, and is aborted when the last of them has left.
 */
import { cancelled } from '#shared/errors/failure.ts'

export interface SharedTasks<State> {
  /**
   * Joins the running task with this key, or starts it. The key must identify everything that the result depends on.
   * Rejects with `cancelled` once `signal` is aborted; a caller without a signal never leaves. `join` is called
   * before the work begins, too.
   */
  run<T>(
    key: string,
    options: { readonly signal?: AbortSignal | undefined; readonly join?: (state: State) => void },
    work: (signal: AbortSignal, state: State) => Promise<T>,
  ): Promise<T>
  /** The state that the callers of a running task share. */
  get(key: string): State | undefined
  /** Aborts all tasks; later calls start new ones. */
  abortAll(this: void): void
}

interface Task<State> {
  readonly state: State
  readonly controller: AbortController
  readonly result: Promise<unknown>
  waiting: number
}

export function createSharedTasks<State = undefined>(
  createState: () => State = () => undefined as State,
): SharedTasks<State> {
  const running = new Map<string, Task<State>>()

  function start(key: string, state: State, work: (signal: AbortSignal, state: State) => Promise<unknown>) {
    const controller = new AbortController()
    const result = work(controller.signal, state).finally(() => {
      if (running.get(key) === task) running.delete(key)
    })
    const task: Task<State> = { state, controller, result, waiting: 0 }
    running.set(key, task)
    return task
  }
  function abort(key: string, task: Task<State>) {
    if (running.get(key) === task) running.delete(key)
    task.controller.abort(cancelled())
  }

  return {
    run<T>(
      key: string,
      { signal, join }: Parameters<SharedTasks<State>['run']>[1],
      work: (signal: AbortSignal, state: State) => Promise<T>,
    ): Promise<T> {
      if (signal?.aborted) return Promise.reject(cancelled())
      const state = running.get(key)?.state ?? createState()
      join?.(state)
      const task = running.get(key) ?? start(key, state, work)
      task.waiting += 1
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const leave = () => {
        reject(cancelled())
        task.waiting -= 1
        if (task.waiting === 0) abort(key, task)
      }
      signal?.addEventListener('abort', leave, { once: true })
      ;(task.result as Promise<T>).then(resolve, reject).finally(() => {
        signal?.removeEventListener('abort', leave)
      })
      return promise
    },
    get: (key) => running.get(key)?.state,
    abortAll() {
      for (const [key, task] of [...running]) abort(key, task)
    },
  }
}
