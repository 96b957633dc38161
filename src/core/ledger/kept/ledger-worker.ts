/**
 * Worker thread that makes ledgers from the archive and writes them, because reading a million rows would block the core.
 */
import { workerData } from 'node:worker_threads'
import { openDatabase } from '#platform/sqlite/database.ts'
import { serveThread, type AnswerContext } from '#platform/threads/serve-thread.ts'
import { openLedgerFile } from './ledger-file.ts'
import type { Job, JobReply } from './ledger-jobs.ts'
import { TooManyRows } from './make-ledger.ts'
import { MovementStore } from './movement-store.ts'
import { createTurns } from '#platform/take-turns.ts'
import { runJob } from './run-job.ts'

const { archive: archivePath, ledgers } = workerData as { readonly archive: string; readonly ledgers: string }
let store: MovementStore | undefined
let last: Promise<unknown> = Promise.resolve()

/** Time between two checks for an abort, in ms. */
const SLICE_MS = 50

async function run(job: Job, { signal, report }: AnswerContext<undefined, number>): Promise<JobReply> {
  const takeTurn = createTurns(SLICE_MS)
  await takeTurn(signal)
  const archive = openDatabase(archivePath, { readOnly: true })
  try {
    store ??= new MovementStore(openLedgerFile(ledgers))
    // Reads in one transaction, so that writes to the archive meanwhile are not seen.
    archive.exec('BEGIN')
    return await runJob(store, archive, job, {
      onRows: report,
      yieldIfDue: () => takeTurn(signal),
    })
  } catch (error) {
    if (error instanceof TooManyRows) return 'too_many'
    throw error
  } finally {
    archive.close()
  }
}

/** Runs jobs one after another. */
serveThread<undefined, number>((job: Job, context) => {
  const done = last.then(() => run(job, context))
  last = done.catch(() => undefined)
  return done
})
