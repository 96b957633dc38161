import { Worker } from 'node:worker_threads'
import { findBeside } from '../abi/find-beside.ts'
import type { Label, Question, ThreadInput, ThreadOutput } from './questions.ts'

export interface AnswerThread {
  ask(id: number, question: Question, labels: readonly Label[]): void
  cancel(id: number): void
  end(): void
}

export interface AnswerThreadEvents {
  readonly onOutput: (output: ThreadOutput) => void
  /** It ended by itself. */
  readonly onLost: (error: Error) => void
}

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024 }

/** The thread that reads the archive at this path. Throws where its file is not there. */
export function startAnswerThread(path: string, { onOutput, onLost }: AnswerThreadEvents): AnswerThread {
  const file = findBeside('held-worker.js', 'held/held-worker.ts')
  if (file === undefined) throw new Error('The thread that answers questions is not there.')
  const worker = new Worker(file, {
    workerData: { path },
    resourceLimits: RESOURCE_LIMITS,
    execArgv: [],
    stderr: true,
  })
  worker.unref()
  let isOver = false
  /** Labels as it has them. */
  let told: readonly Label[] | undefined
  const lose = (error: Error) => {
    if (isOver) return
    isOver = true
    onLost(error)
  }
  worker
    .on('message', (output: ThreadOutput) => {
      if (!isOver) onOutput(output)
    })
    .on('error', lose)
    .on('exit', () => {
      lose(new Error('The thread that answers questions has ended.'))
    })
  const post = (message: ThreadInput) => {
    worker.postMessage(message)
  }
  return {
    ask(id, question, labels) {
      if (told !== labels) post({ verb: 'labels', labels })
      told = labels
      post({ verb: 'ask', id, question })
    },
    cancel(id) {
      post({ verb: 'cancel', id })
    },
    end() {
      isOver = true
      void worker.terminate()
    },
  }
}
