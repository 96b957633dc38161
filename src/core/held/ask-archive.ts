/** Takes questions to the thread that answers them, and starts it when it is needed. */
import { ChainglassFailure } from '#shared/errors/errors.ts'
import type { ArchiveReading } from '../archive/create-archive.ts'
import { createAnswererHere } from './answer-here.ts'
import { startAnswerThread, type AnswerThread } from './answer-thread.ts'
import type { Answer, Label, Question, ThreadOutput } from './questions.ts'

export interface HeldQuestions {
  /** Rejects with `ChainglassFailure`, or once `signal` is aborted. */
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

interface Waiting {
  readonly question: Question
  readonly signal: AbortSignal
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

export function createHeldQuestions({ reading, labels }: HeldQuestionsOptions): HeldQuestions {
  const waiting = new Map<number, Waiting>()
  const here = createAnswererHere()
  let thread: AnswerThread | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  let isClosed = false

  function end() {
    clearTimeout(idle)
    thread?.end()
    thread = undefined
  }
  function takeAll(): Waiting[] {
    const all = [...waiting.values()]
    waiting.clear()
    return all
  }
  function onLost(error: Error) {
    thread = undefined
    for (const { reject } of takeAll()) reject(error)
  }
  function onOutput(output: ThreadOutput) {
    const asked = waiting.get(output.id)
    if ('error' in output && output.error?.code === 'storage' && output.error.kind === 'damaged') {
      // It is set aside, which ends this thread; what is asked is asked again of the new one.
      reading.reportDamage()
      return
    }
    waiting.delete(output.id)
    if ('answer' in output) asked?.resolve(output.answer)
    else asked?.reject(output.error ? new ChainglassFailure(output.error) : new Error(output.message))
    if (waiting.size === 0) idle = setTimeout(end, MAX_IDLE_MS).unref()
  }

  async function ask(question: Question, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    if (isClosed) throw new ChainglassFailure({ code: 'cancelled' })
    clearTimeout(idle)
    const target = reading.target()
    if (typeof target !== 'string') return here.ask(target, question, labels(), signal)
    thread ??= startAnswerThread(target, { onOutput, onLost })
    const id = (lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.set(id, { question, signal, resolve, reject })
    const cancel = () => {
      if (waiting.delete(id)) thread?.cancel(id)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', cancel, { once: true })
    thread.ask(id, question, labels())
    return promise.finally(() => {
      signal.removeEventListener('abort', cancel)
    })
  }

  const stop = reading.onReplace(() => {
    end()
    const all = takeAll()
    // Not before the new file is there.
    setImmediate(() => {
      for (const { question, signal, resolve, reject } of all) ask(question, signal).then(resolve, reject)
    })
  })

  return {
    ask,
    close() {
      isClosed = true
      stop()
      end()
      here.close()
      for (const { reject } of takeAll()) reject(new ChainglassFailure({ code: 'cancelled' }))
    },
  }
}
