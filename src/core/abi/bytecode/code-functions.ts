/** Finds the functions of a contract in its code: their selectors and types, but no names. */
import { createHash } from 'node:crypto'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import { parseSignature } from '#shared/abi/abi-item.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { ThreadLost, WorkerThread } from '#platform/threads/worker-thread.ts'
import { findProgramFile } from '../find-program-file.ts'
import type { FoundFunctions } from './bytecode-worker.ts'

export interface CodeFunctions {
  /** Finds functions; empty if none are found in time. Never rejects. `code` in hex. */
  find(code: string): Promise<AbiIndex>
  close(): void
}

/** Maximum number of characters of code. Most chains allow 24 KiB, a few 128 KiB. */
const MAX_CODE_LENGTH = 2 + 2 * 128 * 1024
/** Time limit for one contract, in ms; a large one takes a hundredth of it. */
const MAX_MS = 2_000
/** Time after which an idle thread ends, in ms; it takes about 15 MB. */
const MAX_IDLE_MS = 30_000
const MAX_FUNCTIONS = 3_000
const MAX_KEPT_FUNCTIONS = 50_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
const NONE = new AbiIndex()

const findWorker = () => findProgramFile('bytecode-worker.js', 'bytecode/bytecode-worker.ts')

/** `maxMs`: time limit for one contract. `file`: path of the thread's file. */
export function createCodeFunctions({ maxMs = MAX_MS, file = findWorker } = {}): CodeFunctions {
  const kept = new LruCache<string, AbiIndex>({
    maxSize: MAX_KEPT_FUNCTIONS,
    sizeOf: ({ size }) => 10 + size,
  })
  const thread = new WorkerThread<string, FoundFunctions>({
    file,
    resourceLimits: RESOURCE_LIMITS,
    maxIdleMs: MAX_IDLE_MS,
    maxMs,
  })

  return {
    async find(code) {
      if (code.length <= 2 || code.length > MAX_CODE_LENGTH || !/^0x(?:[0-9a-f]{2})+$/i.test(code))
        return NONE
      const key = createHash('sha256').update(code).digest('base64')
      const known = kept.get(key)
      if (known) return known
      try {
        const found = indexOf(await thread.ask(code))
        kept.set(key, found)
        return found
      } catch (error) {
        // A failure during the run is remembered, because the same code would fail again, after the same time.
        if (!(error instanceof ThreadLost) || error.isStarted) kept.set(key, NONE)
        return NONE
      }
    },
    close() {
      void thread.end()
    },
  }
}

function indexOf(found: FoundFunctions): AbiIndex {
  const index = new AbiIndex()
  for (const [selector, types] of found.slice(0, MAX_FUNCTIONS)) {
    const item = /^[0-9a-f]{8}$/.test(selector) ? parseSignature(`f(${types})`) : null
    // The selector stands for the unknown name.
    if (item) index.add({ ...item, name: `0x${selector}` }, `0x${selector}`)
  }
  return index
}
