/** The functions that a contract's code has, found in the code itself: their selectors and types, but no names. */
import { createHash } from 'node:crypto'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import { parseSignature } from '#shared/abi/abi-item.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { ThreadLost, WorkerThread } from '#platform/threads/worker-thread.ts'
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
/** An idle thread keeps some 15 MB. */
const MAX_IDLE_MS = 30_000
const MAX_FUNCTIONS = 3_000
const MAX_KEPT_FUNCTIONS = 50_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }
const NONE = new AbiIndex()

const findWorker = () => findBeside('bytecode-worker.js', 'bytecode/bytecode-worker.ts')

/** `maxMs`: of one contract. `file`: of its thread. */
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
        // What it says of this code is remembered: it would say it again, after as long.
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
    // Not its name, but all that there is to call it by.
    if (item) index.add({ ...item, name: `0x${selector}` }, `0x${selector}`)
  }
  return index
}
