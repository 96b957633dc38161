/** A thread that makes ledgers out of the archive and writes them: it reads a million rows, and nobody waits for it. */
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { openLedgerFile } from './ledger-file.ts'
import type { ThreadInput, ThreadOutput } from './ledger-jobs.ts'
import { TooManyRows } from './make-ledger.ts'
import { MovementStore } from './movement-store.ts'
import { runJob } from './run-job.ts'

const { archive: archivePath, ledgers } = workerData as { readonly archive: string; readonly ledgers: string }
const cancelled = new Set<number>()
let store: MovementStore | undefined
let last: Promise<void> = Promise.resolve()

const post = (output: ThreadOutput) => parentPort?.postMessage(output)

/** So long until it looks whether anybody still waits. */
const SLICE_MS = 50

async function run({ id, job }: Extract<ThreadInput, { readonly job: unknown }>): Promise<void> {
  let since = performance.now()
  const end = () => {
    if (cancelled.has(id)) throw new ChainglassFailure({ code: 'cancelled' })
  }
  let archive: Database | undefined
  try {
    end()
    archive = openDatabase(archivePath, { readOnly: true })
    store ??= new MovementStore(openLedgerFile(ledgers))
    // It is read as it was at one moment, whatever is written meanwhile.
    archive.exec('BEGIN')
    const result = await runJob(store, archive, job, {
      onRows: (rows) => post({ id, rows }),
      yieldIfDue() {
        if (performance.now() - since < SLICE_MS) return undefined
        return setImmediate().then(() => {
          since = performance.now()
          end()
        })
      },
    })
    post({ id, result })
  } catch (error) {
    const said =
      error instanceof TooManyRows
        ? ('too_many' as const)
        : error instanceof ChainglassFailure
          ? error.error
          : undefined
    post({ id, error: said, message: String(error) })
  } finally {
    archive?.close()
    cancelled.delete(id)
  }
}

parentPort?.on('message', (input: ThreadInput) => {
  if ('cancel' in input) cancelled.add(input.id)
  else last = last.then(() => run(input))
})
