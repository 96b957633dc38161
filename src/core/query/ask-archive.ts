/** Sends questions to the thread that answers them. Until the thread runs, questions over few rows are answered here. */
import { setImmediate } from 'node:timers/promises'
import { type Database, openDatabase } from '#platform/sqlite/database.ts'
import { getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { cancelled } from '#shared/errors/failure.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import { findProgramFile } from '../abi/find-program-file.ts'
import type { ArchiveReading } from '../archive/create-archive.ts'
import { ROWS_MIGRATIONS } from '../rows/schema.ts'
import { migrate } from '../store/migrate.ts'
import { createAnswerer, type Answerer } from './answer-questions.ts'
import { readKnownList, UNKNOWN_LIST } from './comparison/known-list.ts'
import { listsIn } from './lists-in-scope.ts'
import type { Answer, Label, Question } from './questions.ts'

type Target = ArchiveReading['target']

export interface RowQuestions {
  /**
   * Asks a question. Rejects with `ChainglassFailure`, also once `signal` is aborted. `other`: the file of the list it is
   * compared with.
   */
  ask(question: Question, signal: AbortSignal, other?: Target): Promise<Answer>
  /** The file that is asked. */
  target(this: void): ReturnType<Target>
  /** Starts the thread: at once if questions over this list need it, else a moment later. */
  start(list: RowScope): void
  close(): void
}

export interface RowQuestionsOptions {
  readonly reading: ArchiveReading
  /** Returns the same array until a label changes. */
  readonly labels: () => readonly Label[]
  /** Path of the thread's file; undefined if there is none. */
  readonly threadFile?: () => string | undefined
  /** Maximum number of rows of a list that is asked without the thread. */
  readonly maxRowsHere?: number
}

/** A list of this size is answered in a few ms, faster than the thread starts. */
const MAX_ROWS_HERE = 2_000
/**
 * Delay of the thread's start, in ms. Starting takes a CPU core 60 ms, which is needed while a list is read and painted.
 */
const START_AFTER_MS = 1_000
/** Time after which an idle thread ends, in ms; its cached results are lost. */
const MAX_IDLE_MS = 5 * 60_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

type Place = ReturnType<Target>

/** A thread can't read another file in memory, so the question contains what is known of that list. */
function withOtherFile(question: Question, own: Place, other: Place): Question {
  const scope = question.input.beside?.scope
  if (!scope || (other === own && other !== undefined)) return question
  const otherFile =
    typeof other === 'string'
      ? { path: other }
      : { known: other ? readKnownList(other, scope, undefined) : UNKNOWN_LIST }
  return { ...question, otherFile }
}

class Replaced extends Error {}

export function createRowQuestions({
  reading,
  labels,
  threadFile = () => findProgramFile('query-worker.js', 'query/query-worker.ts'),
  maxRowsHere = MAX_ROWS_HERE,
}: RowQuestionsOptions): RowQuestions {
  const here = createLocalAnswerer()
  const thread = createThread(labels, threadFile)
  let isClosed = false
  /** A new object each time the file is replaced. */
  let file = {}

  /** The database, if the thread is not running and few rows are asked. The thread is then started a moment later. */
  function databaseFor(path: string, scope: RowScope): Database | undefined {
    const database = thread.isReady() ? undefined : reading.database()
    if (!database || !isOfFewRows(database, scope, maxRowsHere)) return undefined
    thread.startSoon(path)
    return database
  }

  async function answer(asked: Question, signal: AbortSignal, other?: Target): Promise<Answer> {
    const target = reading.target()
    const question = other ? withOtherFile(asked, target, other()) : asked
    if (typeof target !== 'string') return here.ask(target, question, labels(), signal)
    // The compared list may have many rows.
    const database = other ? undefined : databaseFor(target, question.input.scope)
    if (!database) {
      here.forget()
      return thread.start(target).ask(question, { signal })
    }
    const before = file
    const answered = await here.ask(database, question, labels(), signal).catch((error: unknown) => {
      throw before === file ? error : new Replaced()
    })
    if (before !== file) throw new Replaced()
    return answered
  }

  async function ask(asked: Question, signal: AbortSignal, other?: Target): Promise<Answer> {
    for (;;) {
      if (isClosed || signal.aborted) throw cancelled()
      try {
        return await answer(asked, signal, other)
      } catch (error) {
        // Reports the damaged file, which is set aside and replaced.
        if (getStorageErrorKind(error) === 'damaged') reading.reportDamage()
        else if (!(error instanceof Replaced)) throw error
        // Continues only after the new file is there.
        await setImmediate()
      }
    }
  }

  const stop = reading.onReplace(() => {
    file = {}
    here.forget()
    thread.end(new Replaced())
  })

  return {
    ask,
    target: () => reading.target(),
    start(list) {
      try {
        const target = isClosed ? undefined : reading.target()
        if (typeof target === 'string' && !databaseFor(target, list)) thread.start(target)
      } catch (error) {
        // Storage errors are reported to those who ask.
        if (getStorageErrorKind(error) === undefined) throw error
      }
    },
    close() {
      isClosed = true
      stop()
      thread.end()
      here.close()
    },
  }
}

/** At most one thread, over the current file. */
function createThread(labels: RowQuestionsOptions['labels'], file: () => string | undefined) {
  let thread: WorkerThread<Question, Answer> | undefined
  let starting: NodeJS.Timeout | undefined
  const stopWaiting = () => {
    clearTimeout(starting)
    starting = undefined
  }
  const create = (path: string) =>
    new WorkerThread<Question, Answer>({
      ...{ file, workerData: { path }, context: labels },
      resourceLimits: RESOURCE_LIMITS,
      maxIdleMs: MAX_IDLE_MS,
    })
  function start(path: string) {
    stopWaiting()
    thread ??= create(path)
    thread.start()
    return thread
  }
  return {
    isReady: () => thread?.isReady === true,
    /** Starts the thread if it is not running. */
    start,
    startSoon(path: string) {
      starting ??= setTimeout(start, START_AFTER_MS, path).unref()
    },
    end(error?: Error) {
      stopWaiting()
      void thread?.end(error)
      thread = undefined
    },
  }
}

function isOfFewRows(database: Database, scope: RowScope, max: number): boolean {
  if (scope.of !== 'list') return false
  const ids = listsIn(database, scope).map(({ id }) => id)
  const loaded = database.get<{ rows: number }>(
    'SELECT total(rows) AS rows FROM bodies WHERE list_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  )
  return (loaded?.rows ?? 0) <= max
}

/**
 * Answers questions without the thread: over an archive in memory, which a thread can't read, over none, and before the
 * thread has started.
 */
function createLocalAnswerer() {
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
