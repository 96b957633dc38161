/** The functions that a contract's code has, found in the code itself: their selectors and types, but no names. */
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import { parseSignature } from '#shared/abi/abi-item.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { findBeside } from '../find-beside.ts'
import type { FoundFunctions } from './bytecode-worker.ts'

export interface CodeFunctions {
  /** Empty where nothing is found in time. Never rejects. `code` as hex of bytes. */
  find(code: string): Promise<AbiIndex>
  close(): void
}

/** Characters of code. Most chains allow 24 KiB of bytes, a few 128. */
const MAX_CODE_LENGTH = 2 + 2 * 128 * 1024
/** Of one contract; a large one takes a hundredth of it. */
const MAX_MS = 2_000
const MAX_START_MS = 30_000
/** An idle thread keeps some 15 MB. */
const MAX_IDLE_MS = 30_000
const MAX_FUNCTIONS = 3_000
const MAX_KEPT_FUNCTIONS = 50_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
const NONE = new AbiIndex()

/** `maxMs`: of one contract. */
export function createCodeFunctions({ maxMs = MAX_MS } = {}): CodeFunctions {
  const kept = new LruCache<string, AbiIndex>({
    maxSize: MAX_KEPT_FUNCTIONS,
    sizeOf: ({ size }) => 10 + size,
  })
  let thread: Promise<Worker | null> | undefined
  let idle: NodeJS.Timeout | undefined
  /** Contracts wait for one another: one thread is enough. */
  let last: Promise<unknown> = Promise.resolve()

  function end() {
    void thread?.then((worker) => worker?.terminate())
    thread = undefined
  }

  async function analyse(code: string): Promise<AbiIndex> {
    clearTimeout(idle)
    const worker = await (thread ??= startThread())
    const found = worker && (await answerOf(worker, maxMs, code))
    if (found) idle = setTimeout(end, MAX_IDLE_MS).unref()
    else end()
    return found ? indexOf(found as FoundFunctions) : NONE
  }

  return {
    async find(code) {
      if (code.length <= 2 || code.length > MAX_CODE_LENGTH || !/^0x(?:[0-9a-f]{2})+$/i.test(code))
        return NONE
      const key = createHash('sha256').update(code).digest('base64')
      const turn = last.then(async () => {
        const found = kept.get(key) ?? (await analyse(code))
        kept.set(key, found)
        return found
      })
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
async function startThread(): Promise<Worker | null> {
  const file = findBeside('bytecode-worker.js', 'bytecode/bytecode-worker.ts')
  if (file === undefined) return null
  const worker = new Worker(file, { resourceLimits: RESOURCE_LIMITS, execArgv: [], stderr: true })
  worker.unref()
  // It may fail when nobody waits for it any more.
  worker.on('error', () => undefined)
  return (await answerOf(worker, MAX_START_MS)) === undefined ? null : worker
}

/** Undefined where it ends, fails or takes too long; it is of no use then. */
function answerOf(worker: Worker, maxMs: number, message?: string): Promise<unknown> {
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

function indexOf(found: FoundFunctions): AbiIndex {
  const index = new AbiIndex()
  for (const [selector, types] of found.slice(0, MAX_FUNCTIONS)) {
    const item = /^[0-9a-f]{8}$/.test(selector) ? parseSignature(`f(${types})`) : null
    // Not its name, but all that there is to call it by.
    if (item) index.add({ ...item, name: `0x${selector}` }, `0x${selector}`)
  }
  return index
}
