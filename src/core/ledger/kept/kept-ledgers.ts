/**
 * Where the movements of ledgers are. Of lists that the archive holds they are in a file beside it, written by a thread of
 * its own; of all others, and where the archive is in memory, they are in memory.
 */
import { existsSync } from 'node:fs'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { getStorageErrorKind, toStorageError } from '#platform/sqlite/storage-error.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import type { ArchiveReading } from '../../archive/create-archive.ts'
import { findBeside } from '../../abi/find-beside.ts'
import { ledgersBeside, openLedgerFile, removeLedgerFile } from './ledger-file.ts'
import type { Job, JobReply, JobResult } from './ledger-jobs.ts'
import { TooManyRows, type MakeHooks } from './make-ledger.ts'
import { LedgerChanged } from '../movements.ts'
import { createTurns } from '#platform/take-turns.ts'
import { MovementStore } from './movement-store.ts'
import { runJob } from './run-job.ts'

export interface JobOptions {
  readonly signal: AbortSignal
  readonly onRows: (rows: number) => void
}

export interface LedgerPlace {
  run(job: Job, options: JobOptions): Promise<JobResult>
  /** To read what was made. */
  store(): MovementStore
}

export interface KeptLedgers {
  /** Undefined where nothing is kept. */
  archived(): LedgerPlace | undefined
  /** One after another. */
  inMemory<T>(work: (store: MovementStore, hooks: MakeHooks) => Promise<T>, options: JobOptions): Promise<T>
  /** Takes away what was made in memory. */
  readonly memory: LedgerPlace
  /** Of a source or of all, of an address or of all. */
  forget(source: string | null, address: string | null): Promise<void>
  /** Of sources for which this is false. */
  keepSources(isKnown: (source: string) => boolean): void
  /** Called when what was made is gone. */
  onGone: (listener: () => void) => void
  close(): void
}

const NEVER: JobOptions = { signal: new AbortController().signal, onRows: () => undefined }

export function createKeptLedgers(reading: ArchiveReading): KeptLedgers {
  const memory = createMemory()
  let file: ReturnType<typeof openFile> | undefined
  let gone: () => void = () => undefined

  /** Of the archive as it was last. */
  let path: string | undefined
  function target() {
    const archive = reading.target()
    if (typeof archive === 'string') path = ledgersBeside(archive)
    return archive
  }
  /** It is made of the archive, and goes with it. */
  const stop = reading.onReplace(() => {
    file?.close()
    file = undefined
    gone()
    if (path !== undefined) removeLedgerFile(path)
  })
  function fileBeside(archive: string) {
    if (file?.archive !== archive) {
      file?.close()
      file = openFile(archive)
    }
    return file
  }

  return {
    memory: memory.place(undefined),
    inMemory: memory.exclusively,
    archived() {
      const archive = target()
      if (archive === undefined) return undefined
      return typeof archive === 'string' ? fileBeside(archive) : memory.place(archive)
    },
    async forget(source, address) {
      gone()
      const job = { verb: 'forget', source, address } as const
      await memory.place(undefined).run(job, NEVER)
      const archive = target()
      if (typeof archive === 'string' && existsSync(ledgersBeside(archive)))
        await fileBeside(archive).run(job, NEVER)
    },
    keepSources(isKnown) {
      const archive = target()
      if (typeof archive === 'string' && existsSync(ledgersBeside(archive)))
        dropUnknown(ledgersBeside(archive), isKnown)
    },
    onGone(listener) {
      gone = listener
    },
    close() {
      stop()
      file?.close()
      memory.close()
    },
  }
}

/** At a start, before there is a thread. A file that can't be used keeps no program from starting. */
function dropUnknown(path: string, isKnown: (source: string) => boolean) {
  try {
    const store = new MovementStore(openLedgerFile(path))
    try {
      store.drop(store.ids(({ source }) => !isKnown(source)))
    } finally {
      store.database.close()
    }
  } catch (error) {
    if (getStorageErrorKind(error) === undefined) throw error
  }
}

/** What it has open goes with an idle thread. */
const MAX_IDLE_MS = 60_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

/** The thread writes it; this reads it beside that. */
function openFile(archive: string) {
  const path = ledgersBeside(archive)
  const thread = new WorkerThread<Job, JobReply, number>({
    file: () => findBeside('ledger-worker.js', 'ledger/kept/ledger-worker.ts'),
    workerData: { archive, ledgers: path },
    resourceLimits: RESOURCE_LIMITS,
    maxIdleMs: MAX_IDLE_MS,
  })
  let reader: { readonly database: Database; readonly store: MovementStore } | undefined
  const closeReader = () => {
    reader?.database.close()
    reader = undefined
  }
  let isDamaged = false
  /** It can be made again. */
  function begin() {
    void thread.end()
    closeReader()
    removeLedgerFile(path)
    isDamaged = false
  }
  async function ask(job: Job, { signal, onRows }: JobOptions): Promise<JobResult> {
    const reply = await thread.ask(job, { signal, onProgress: onRows })
    if (reply === 'too_many') throw new TooManyRows()
    return reply
  }
  async function run(job: Job, options: JobOptions): Promise<JobResult> {
    if (isDamaged) begin()
    try {
      return await ask(job, options)
    } catch (error) {
      if (getStorageErrorKind(error) !== 'damaged') throw error
      begin()
      return ask(job, options)
    }
  }
  return {
    archive,
    path,
    run,
    store(): MovementStore {
      if (!reader) {
        const database = openDatabase(path, {
          readOnly: true,
          toError(error) {
            if (getStorageErrorKind(error) !== 'damaged') return toStorageError(error)
            isDamaged = true
            return new LedgerChanged()
          },
        })
        reader = { database, store: new MovementStore(database) }
      }
      return reader.store
    },
    close() {
      void thread.end()
      closeReader()
    },
  }
}

function createMemory() {
  let store: MovementStore | undefined
  let last: Promise<unknown> = Promise.resolve()
  const open = () => (store ??= new MovementStore(openLedgerFile(':memory:')))
  function exclusively<T>(
    work: (store: MovementStore, hooks: MakeHooks) => Promise<T>,
    { signal, onRows }: JobOptions,
  ): Promise<T> {
    const takeTurn = createTurns()
    const done = last.then(async () => {
      await takeTurn(signal)
      return work(open(), { onRows, yieldIfDue: () => takeTurn(signal) })
    })
    last = done.catch(() => undefined)
    return done
  }
  return {
    exclusively,
    place: (archive: Database | undefined): LedgerPlace => ({
      run: (job, options) => exclusively((to, hooks) => runJob(to, archive, job, hooks), options),
      store: open,
    }),
    close() {
      store?.database.close()
    },
  }
}
