/** The thread's side: answers the requests of a `WorkerThread`. */
import { parentPort } from 'node:worker_threads'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { setZlibLock } from './zlib-lock.ts'

export type ThreadInput =
  | { readonly id: number; readonly request: unknown }
  | { readonly id: number; readonly cancel: true }
  | { readonly context: unknown }
  /** Sent first. */
  | { readonly zlibLock: Int32Array }

/** `error` is absent if the cause is unknown. */
export type ThreadOutput =
  | { readonly ready: true }
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly reply: unknown }
  | { readonly id: number; readonly error: ChainglassError | undefined; readonly message: string }

export interface AnswerContext<Context, Progress> {
  /** Aborted when nobody waits for the reply any more. */
  readonly signal: AbortSignal
  /** The context that the other side sent; undefined if there is none. */
  readonly context: Context
  readonly report: (progress: Progress) => void
}

/**
 * Starts each request at once, also while others run. The result of `answer` is the reply; an exception goes to the
 * caller.
 */
export function serveThread<Context = undefined, Progress = never>(
  answer: (request: never, context: AnswerContext<Context, Progress>) => unknown,
): void {
  const running = new Map<number, AbortController>()
  let context: unknown
  const post = (output: ThreadOutput) => parentPort?.postMessage(output)

  async function run(id: number, request: unknown) {
    const controller = new AbortController()
    running.set(id, controller)
    try {
      const reply = await answer(request as never, {
        signal: controller.signal,
        context: context as Context,
        report: (progress) => post({ id, progress }),
      })
      post({ id, reply })
    } catch (error) {
      const known = error instanceof ChainglassFailure ? error.error : undefined
      post({ id, error: known, message: String(error) })
    } finally {
      running.delete(id)
    }
  }

  parentPort?.on('message', (input: ThreadInput) => {
    if ('zlibLock' in input) setZlibLock(input.zlibLock)
    else if ('context' in input) ({ context } = input)
    else if ('cancel' in input) running.get(input.id)?.abort()
    else void run(input.id, input.request)
  })
  post({ ready: true })
}
