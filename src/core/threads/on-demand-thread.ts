/** A thread for work that others have given: it may be ended at any time, whatever that makes it do. */
import { Worker, type ResourceLimits } from 'node:worker_threads'
import { findBeside } from '../abi/find-beside.ts'

export interface OnDemandThread {
  /** One after the other. Undefined where the thread fails or takes too long; never rejects. */
  ask(this: void, message: unknown): Promise<unknown>
  close(this: void): void
}

export interface OnDemandThreadOptions {
  /** Its file as it lies beside the bundles, and in the source. */
  readonly files: readonly string[]
  /** For one message. */
  readonly maxMs: number
  readonly resourceLimits: ResourceLimits
}

const MAX_START_MS = 30_000
/** An idle thread keeps some 15 MB. */
const MAX_IDLE_MS = 30_000

/** It is started at the first message, says anything once it is ready, and is ended when it idles. */
export function createOnDemandThread({
  files,
  maxMs,
  resourceLimits,
}: OnDemandThreadOptions): OnDemandThread {
  let thread: Promise<Worker | null> | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(): undefined {
    void thread?.then(
      (worker) => worker?.terminate(),
      () => undefined,
    )
    thread = undefined
  }

  async function answer(message: unknown): Promise<unknown> {
    clearTimeout(idle)
    const worker = await (thread ??= startThread(files, resourceLimits))
    const found = worker ? await answerOf(worker, maxMs, message) : undefined
    if (found === undefined) end()
    else idle = setTimeout(end, MAX_IDLE_MS).unref()
    return found
  }

  return {
    ask(message) {
      // What can't be started or asked must not keep those after it from being asked.
      const turn = last.then(() => answer(message)).catch(end)
      last = turn
      return turn
    },
    close() {
      clearTimeout(idle)
      end()
    },
  }
}

/** Null where there is no file of it, or it does not come up. */
async function startThread(files: readonly string[], resourceLimits: ResourceLimits): Promise<Worker | null> {
  const file = findBeside(...files)
  if (file === undefined) return null
  const worker = new Worker(file, { resourceLimits, execArgv: [], stderr: true })
  worker.unref()
  // It may fail when nobody waits for it any more.
  worker.on('error', () => undefined)
  return (await answerOf(worker, MAX_START_MS)) === undefined ? null : worker
}

/** Undefined where it ends, fails or takes too long; it is of no use then. */
function answerOf(worker: Worker, maxMs: number, message?: unknown): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const giveUp = () => {
    resolve(undefined)
  }
  const timer = setTimeout(giveUp, maxMs)
  worker.once('message', resolve).once('error', giveUp).once('exit', giveUp)
  if (message !== undefined) worker.postMessage(message)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', giveUp).off('exit', giveUp)
  })
}
