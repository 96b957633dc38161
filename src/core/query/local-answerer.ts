import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { ROWS_MIGRATIONS } from '../rows/schema.ts'
import { migrate } from '../store/migrate.ts'
import { createAnswerer, type Answerer } from './answer-questions.ts'
import type { Answer, Label, Question } from './questions.ts'

/**
 * Answers questions without the thread: over an archive in memory, which a thread can't read, over none, and before the
 * thread has started.
 */
export function createLocalAnswerer() {
  let known: { readonly database: Database; readonly answerer: Answerer } | undefined
  let empty: Database | undefined
  let lastLabels: readonly Label[] | undefined

  function answererOf(database: Database): Answerer {
    if (known?.database === database) return known.answerer
    known = { database, answerer: createAnswerer(database, { isWrittenHere: true }) }
    lastLabels = undefined
    return known.answerer
  }
  return {
    ask(
      database: Database | undefined,
      question: Question,
      labels: readonly Label[],
      signal: AbortSignal,
    ): Promise<Answer> {
      const answerer = answererOf(database ?? (empty ??= openEmpty()))
      if (lastLabels !== labels) answerer.labels.set(labels)
      lastLabels = labels
      return answerer.answer(question, signal)
    },
    /** Forgets the results, because the thread answers from now on. */
    forget() {
      known = undefined
    },
    close() {
      empty?.close()
    },
  }
}

function openEmpty(): Database {
  const database = openDatabase(':memory:')
  migrate(database, ROWS_MIGRATIONS)
  return database
}
