/** Takes questions to the thread that answers them. */
import { setImmediate } from 'node:timers/promises'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { findBeside } from '../abi/find-beside.ts'
import type { ArchiveReading } from '../archive/create-archive.ts'
import { createAnswererHere } from './answer-here.ts'
import type { Answer, Label, Question } from './questions.ts'

export interface HeldQuestions {
  /** Rejects with `ChainglassFailure`, also once `signal` is aborted. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>
  close(): void
}

export interface HeldQuestionsOptions {
  readonly reading: ArchiveReading
  /** The same array until one of them changes. */
  readonly labels: () => readonly Label[]
}

/** What is remembered goes with an idle thread. */
const MAX_IDLE_MS = 5 * 60_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

class Replaced extends Error {}

export function createHeldQuestions({ reading, labels }: HeldQuestionsOptions): HeldQuestions {
  const here = createAnswererHere()
  let thread: ReturnType<typeof startThread> | undefined
  let isClosed = false

  const startThread = (path: string) =>
    new WorkerThread<Question, Answer>({
      file: () => findBeside('query-worker.js', 'query/query-worker.ts'),
      workerData: { path },
      resourceLimits: RESOURCE_LIMITS,
      maxIdleMs: MAX_IDLE_MS,
      context: labels,
    })
  function end(error?: Error) {
    void thread?.end(error)
    thread = undefined
  }

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    for (;;) {
      if (isClosed || signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
      const target = reading.target()
      if (typeof target !== 'string') return here.ask(target, question, labels(), signal)
      try {
        thread ??= startThread(target)
        return await thread.ask(question, { signal })
      } catch (error) {
        // It is set aside, which replaces it.
        if (getStorageErrorKind(error) === 'damaged') reading.reportDamage()
        else if (!(error instanceof Replaced)) throw error
        // Not before the new file is there.
        await setImmediate()
      }
    }
  }

  const stop = reading.onReplace(() => {
    end(new Replaced())
  })

  return {
    ask,
    close() {
      isClosed = true
      stop()
      end()
      here.close()
    },
  }
}
