/** A thread that answers questions over the archive, so that a search through a million rows delays no page. */
import { parentPort, workerData } from 'node:worker_threads'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { openDatabase } from '#platform/sqlite/database.ts'
import { createAnswerer } from './answer-questions.ts'
import type { Question, ThreadInput, ThreadOutput } from './questions.ts'

const { path } = workerData as { readonly path: string }
const answerer = createAnswerer(openDatabase(path, { readOnly: true }))
const running = new Map<number, AbortController>()

async function ask(id: number, question: Question) {
  const controller = new AbortController()
  running.set(id, controller)
  const output = await answerer.answer(question, controller.signal).then(
    (answer): ThreadOutput => ({ id, answer }),
    (error: unknown): ThreadOutput => ({
      id,
      error: error instanceof ChainglassFailure ? error.error : undefined,
      message: String(error),
    }),
  )
  running.delete(id)
  parentPort?.postMessage(output)
}

parentPort?.on('message', (message: ThreadInput) => {
  if (message.verb === 'labels') answerer.labels.set(message.labels)
  else if (message.verb === 'cancel') running.get(message.id)?.abort()
  else void ask(message.id, message.question)
})
