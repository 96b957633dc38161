/**
 * The places for the movements of ledgers. Ledgers of lists in the archive are in a file beside it, written by a worker
 * thread. Other ledgers are in memory, as are all if the archive is in memory.
 */
import { existsSync } from 'node:fs'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { getStorageErrorKind, toStorageError } from '#platform/sqlite/storage-error.ts'
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import type { ArchiveReading } from '../../archive/create-archive.ts'
import { findProgramFile } from '../../abi/find-program-file.ts'
import { ledgerFileOf, openLedgerFile, removeLedgerFile } from './ledger-file.ts'
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
  /** The store to read the ledgers from. */
  store(): MovementStore
}

export interface KeptLedgers {
  /** The place for ledgers made from the archive; undefined if nothing is archived on disk. */
  archived(): LedgerPlace | undefined
  /** Makes a ledger in memory. Calls run one after another. */
  inMemory<T>(work: (store: MovementStore, hooks: MakeHooks) => Promise<T>, options: JobOptions): Promise<T>
  readonly memory: LedgerPlace
  /** Forgets ledgers of one source or all, of one address or all. Null means all. Rejects with `cancelled` if closed before. */
  forget(source: string | null, address: string | null): Promise<void>
  /** Forgets the ledgers of sources for which `isKnown` is false. */
  keepSources(isKnown: (source: string) => boolean): void
  /** Calls `listener` when made ledgers were removed. */
  onGone: (listener: () => void) => void
  close(): void
}

const NEVER: JobOptions = { signal: new AbortController().signal, onRows: () => undefined }

export function createKeptLedgers(
  reading: Pick<ArchiveReading, 'target' | 'path' | 'onReplace'>,
): KeptLedgers {
  const memory = createMemory()
  let file: ReturnType<typeof openFile> | undefined
  let gone: () => void = () => undefined

  /** The ledger file is made from the archive, and is removed with it. */
  const stop = reading.onReplace(() => {
    file?.close()
    file = undefined
    gone()
    const archive = reading.path()
    if (archive !== undefined) removeLedgerFile(ledgerFileOf(archive))
  })
  /** Path of the archive that a ledger file is beside: it may be older than the setting that keeps nothing. */
  function archiveWithFile() {
    const archive = reading.path()
    return archive !== undefined && existsSync(ledgerFileOf(archive)) ? archive : undefined
  }
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
      const archive = reading.target()
      if (archive === undefined) return undefined
      return typeof archive === 'string' ? fileBeside(archive) : memory.place(archive)
    },
    async forget(source, address) {
      gone()
      const job = { verb: 'forget', source, address } as const
      const archive = archiveWithFile()
      // Begun together: what closes meanwhile cancels it in the file.
      await Promise.all([
        memory.place(undefined).run(job, NEVER),
        archive !== undefined && fileBeside(archive).run(job, NEVER),
      ])
    },
    keepSources(isKnown) {
      const archive = archiveWithFile()
      if (archive !== undefined) dropUnknown(ledgerFileOf(archive), isKnown)
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

/** Removes ledgers of unknown sources at the start, before the thread runs. An unusable file does not prevent the start. */
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

/** An idle thread ends after this time, in ms, and closes its files. */
const MAX_IDLE_MS = 60_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

/** Opens the ledger file. The thread writes it; this process only reads it. */
function openFile(archive: string) {
  const path = ledgerFileOf(archive)
  const thread = new WorkerThread<Job, JobReply, number>({
    file: () => findProgramFile('ledger-worker.js', 'ledger/kept/ledger-worker.ts'),
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
  /** Removes the file, which can be made again. */
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
    /** Jobs that wait for their turn still find the store. */
    close() {
      void last.then(() => store?.database.close())
    },
  }
}
