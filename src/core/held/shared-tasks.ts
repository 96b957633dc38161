/** Work that several wait for is done once, and ended when nobody waits for it any more. */
interface SharedTask {
  readonly controller: AbortController
  readonly result: Promise<unknown>
  waiting: number
}

export function createSharedTasks() {
  const running = new Map<string, SharedTask>()

  function start(key: string, work: (signal: AbortSignal) => Promise<unknown>): SharedTask {
    const controller = new AbortController()
    const task = {
      controller,
      waiting: 0,
      result: work(controller.signal).finally(() => {
        if (running.get(key) === task) running.delete(key)
      }),
    }
    running.set(key, task)
    return task
  }

  /** Joins the work under way with this key, or begins it. `work` of one key gives one type. */
  return async <T>(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted()
    const task = running.get(key) ?? start(key, work)
    const { promise: left, reject } = Promise.withResolvers<never>()
    const leave = () => {
      reject(signal.reason as Error)
    }
    task.waiting += 1
    signal.addEventListener('abort', leave)
    try {
      return (await Promise.race([task.result, left])) as T
    } finally {
      signal.removeEventListener('abort', leave)
      task.waiting -= 1
      if (task.waiting === 0) {
        task.controller.abort()
        if (running.get(key) === task) running.delete(key)
      }
    }
  }
}
