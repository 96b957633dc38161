/** Takes questions to the thread that answers them. */
import { setImmediate } from 'node:timers/promises'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { findBeside } from '../abi/find-beside.ts'
import type { ArchiveReading } from '../archive/create-archive.ts'
import { readKnownList, UNKNOWN_LIST } from './beside/known-list.ts'
import { createAnswererHere } from './answer-here.ts'
import type { Answer, Label, Question } from './questions.ts'

type Target = ArchiveReading['target']

export interface HeldQuestions {
  /** Rejects with `ChainglassFailure`, also once `signal` is aborted. */
  /** `other`: where the list is that it is compared with. */
  ask(question: Question, signal: AbortSignal, other?: Target): Promise<Answer>
  /** What is asked now. */
  target(this: void): ReturnType<Target>
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

type Place = ReturnType<Target>

/** A thread can read no file of another one that is in memory: it is told what is known of the list. */
function withOtherFile(question: Question, own: Place, other: Place): Question {
  const scope = 'beside' in question.input ? question.input.beside?.scope : undefined
  if (!scope || (other === own && other !== undefined)) return question
  const otherFile =
    typeof other === 'string'
      ? { path: other }
      : { known: other ? readKnownList(other, scope, undefined) : UNKNOWN_LIST }
  return { ...question, otherFile }
}

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

  async function ask(asked: Question, signal: AbortSignal, other?: Target): Promise<Answer> {
    for (;;) {
      if (isClosed || signal.aborted) throw new ChainglassFailure({ code: 'cancelled' })
      const target = reading.target()
      const question = other ? withOtherFile(asked, target, other()) : asked
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
    target: () => reading.target(),
    close() {
      isClosed = true
      stop()
      end()
      here.close()
    },
  }
}
