/**
 * Prevents that a thread is terminated inside zlib. Node makes a zlib handle in two steps, and aborts the whole process
 * ("close before init") if the thread ends between them. Every zlib call of a thread therefore holds the thread's lock,
 * and who terminates the thread takes the lock first and keeps it.
 */

const FREE = 0
/** Two bits, so that a thread that makes one call after the other can't begin one once its end is wanted. */
const IN_ZLIB = 1
const TERMINATING = 2
/** A call takes milliseconds. A thread that ended by itself inside a call holds its lock for ever. */
const MAX_WAIT_MS = 1_000

/** Undefined outside the threads of `WorkerThread`: those of the indexer end by themselves. */
let ownLock: Int32Array | undefined

export const createZlibLock = (): Int32Array => new Int32Array(new SharedArrayBuffer(4))

/** Called in a thread, with the lock of the one who can terminate it. */
export function setZlibLock(lock: Int32Array): void {
  ownLock = lock
}

/** Runs one synchronous zlib call, which makes none itself. In a thread that is being terminated it never returns. */
export function runZlib<Result>(call: () => Result): Result {
  const lock = ownLock
  if (!lock) return call()
  while (Atomics.compareExchange(lock, 0, FREE, IN_ZLIB) !== FREE) Atomics.wait(lock, 0, TERMINATING)
  try {
    return call()
  } finally {
    Atomics.and(lock, 0, ~IN_ZLIB)
    Atomics.notify(lock, 0)
  }
}

const take = (lock: Int32Array) => (Atomics.or(lock, 0, TERMINATING) & IN_ZLIB) === 0

/** Resolves when the thread is in no zlib call and can begin none, or after a second. */
export async function takeZlibLock(lock: Int32Array): Promise<void> {
  const until = performance.now() + MAX_WAIT_MS
  while (!take(lock) && performance.now() < until)
    await Atomics.waitAsync(lock, 0, IN_ZLIB | TERMINATING, MAX_WAIT_MS).value
}

/** The same before the process exits, when nothing asynchronous runs any more. */
export function takeZlibLockSync(lock: Int32Array): void {
  const until = performance.now() + MAX_WAIT_MS
  while (!take(lock) && performance.now() < until) Atomics.wait(lock, 0, IN_ZLIB | TERMINATING, MAX_WAIT_MS)
}
