/** Thread that answers questions over the archive, so that a search through a million rows does not delay pages. */
import { workerData } from 'node:worker_threads'
import { openDatabase } from '#platform/sqlite/database.ts'
import { serveThread } from '#platform/threads/serve-thread.ts'
import { createAnswerer } from './answer-questions.ts'
import type { Label, Question } from './questions.ts'

const { path } = workerData as { readonly path: string }
const answerer = createAnswerer(openDatabase(path, { readOnly: true }))
/** The labels that the answerer has. */
let lastLabels: readonly Label[] | undefined

serveThread<readonly Label[]>((question: Question, { signal, context: labels }) => {
  if (lastLabels !== labels) answerer.labels.set(labels)
  lastLabels = labels
  return answerer.answer(question, signal)
})
