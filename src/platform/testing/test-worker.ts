/** A thread for tests that does what each request says. */
import { threadId, workerData } from 'node:worker_threads'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { serveThread } from '../threads/serve-thread.ts'
import { runZlib } from '../threads/zlib-lock.ts'

export type TestRequest =
  | 'thread'
  | 'context'
  | 'count'
  | 'wait'
  | 'waited'
  | 'exit'
  | 'hang'
  | 'throw'
  | 'refuse'
  | 'zlib'

if (workerData === 'exit at the start') process.exit(1)
/** Writes 1 into the shared number of `workerData` at the start of each call, and 0 at its end, 20 ms later. */
function callZlibForEver(report: (progress: number) => void): never {
  const isInCall = new Int32Array(workerData as SharedArrayBuffer)
  for (;;)
    runZlib(() => {
      Atomics.store(isInCall, 0, 1)
      report(0)
      const until = performance.now() + 20
      while (performance.now() < until);
      Atomics.store(isInCall, 0, 0)
    })
}

/** The number of requests that were aborted. */
let left = 0

serveThread<unknown, number>((request: TestRequest, { signal, context, report }) => {
  if (request === 'thread') return threadId
  if (request === 'context') return context
  if (request === 'waited') return left
  if (request === 'count') {
    for (const number of [1, 2, 3]) report(number)
    return 'counted'
  }
  if (request === 'exit') process.exit(0)
  if (request === 'throw') throw new TypeError('not so')
  if (request === 'refuse') throw new ChainglassFailure({ code: 'offline' })
  while (request === 'hang');
  if (request === 'zlib') callZlibForEver(report)
  const { promise, resolve } = Promise.withResolvers<string>()
  signal.addEventListener('abort', () => {
    left += 1
    resolve('left')
  })
  return promise
})
