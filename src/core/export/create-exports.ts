/** Runs exports one after another. An export continues after a restart of the program. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createEmitter } from '#shared/emitter.ts'
import { MAX_EXPORTS, type ExportJob, type ExportRequest } from '#shared/rpc/contract/export.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure, notFound } from '#shared/errors/failure.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { throttle } from '#platform/throttle.ts'
import { chooseFile, EXPORT_FOLDER, isThere, removePart } from './export-file.ts'
import { readQuestion, type PageDeps } from './export-pages.ts'
import { createJobRows, type JobRows, type StoredJob } from './job-rows.ts'
import { runExport, type Progress } from './run-export.ts'

export interface ExportDeps extends PageDeps {
  readonly store: Database
  /** A folder, or ':memory:'. */
  readonly dataDir: string
  readonly log: (line: string) => void
}

export interface Exports {
  jobs(): readonly ExportJob[]
  /** `folder`: called once the request is known to be right. Throws `invalid_input`, and the errors of `folder`. */
  start(request: ExportRequest, folder: () => string): number
  pause(id: number): void
  resume(id: number): void
  remove(id: number): void
  /** The path of a finished export. Throws `not_found`. */
  fileOf(id: number): string
  /** Continues exports that were unfinished when the program ended. */
  resumeUnfinished(): void
  /** Call it after everything was erased. */
  erase(): void
  onChange(listener: (jobs: readonly ExportJob[]) => void): () => void
  close(): void
}

const EMIT_INTERVAL_MS = 250

export function createExports(deps: ExportDeps): Exports {
  const { store, dataDir, sources } = deps
  const rows = createJobRows(store)
  const changes = createEmitter<readonly ExportJob[]>()
  const emitSoon = throttle(() => {
    emit()
  }, EMIT_INTERVAL_MS)
  const runner = createRunner(deps, rows, emitSoon)
  const jobs = () => rows.all().map((job) => asShown(job, runner.nowOf(job.id)))
  const emit = () => {
    emitSoon.cancel()
    changes.emit(jobs())
  }
  function existing(id: number): StoredJob {
    const job = rows.find(id)
    if (!job) throw notFound('export_gone')
    return job
  }

  return {
    jobs,
    start(request, folder) {
      readQuestion(request)
      const { chainId } = sources.get(request.source)
      if (rows.all().filter(({ state }) => state !== 'done').length >= MAX_EXPORTS)
        throw new ChainglassFailure({
          code: 'invalid_input',
          reason: { kind: 'too_many_exports', max: MAX_EXPORTS },
        })
      const taken = new Set(rows.all().map(({ file }) => file))
      const file = chooseFile(folder(), request, chainId, {
        now: new Date(),
        isTaken: (name) => taken.has(name),
      })
      const id = rows.add(request, file)
      runner.runNext()
      emit()
      return id
    },
    pause(id) {
      if (existing(id).state !== 'waiting') return
      rows.setState(id, 'paused')
      runner.interrupt(id)
      emit()
    },
    resume(id) {
      if (existing(id).state === 'done') return
      rows.setState(id, 'waiting')
      runner.allow(id)
      runner.runNext()
      emit()
    },
    remove(id) {
      const job = existing(id)
      rows.remove(id)
      runner.interrupt(id)
      // A running export removes its own partial file when it ends.
      if (job.state !== 'done' && !runner.isRunning(id)) removePart(job.file)
      emit()
    },
    fileOf(id) {
      const { state, file } = existing(id)
      if (state !== 'done' || !isThere(file)) throw notFound('export_gone')
      return file
    },
    resumeUnfinished: () => {
      runner.runNext()
    },
    erase() {
      runner.drop()
      if (dataDir !== ':memory:') rmSync(join(dataDir, EXPORT_FOLDER), { recursive: true, force: true })
      emit()
    },
    onChange: (listener) => changes.on(listener),
    close() {
      emitSoon.cancel()
      runner.close()
    },
  }
}

/** Runs waiting exports one after another, the oldest first. */
function createRunner(deps: ExportDeps, rows: JobRows, onChange: () => void) {
  let running: { readonly id: number; readonly controller: AbortController; progress: Progress } | undefined
  /** Failures are also kept here, because the store may be on the full disk. */
  const failures = new Map<number, ChainglassError>()
  let isClosed = false

  function runNext() {
    if (running || isClosed) return
    const next = rows.all().findLast(({ id, state }) => state === 'waiting' && !failures.has(id))
    if (!next) return
    const controller = new AbortController()
    const run = (running = { id: next.id, controller, progress: startOf(next) })
    const onProgress = (progress: Progress) => {
      run.progress = progress
      // After closing there is no store to read the jobs from.
      if (!isClosed) onChange()
    }
    void runExport(next, { ...deps, rows, onProgress, signal: controller.signal })
      .catch((error: unknown) => {
        // The code that aborted it has set the new state.
        if (controller.signal.aborted) return
        const failure = toError(error, deps.log)
        failures.set(next.id, failure)
        rows.setState(next.id, 'failed', failure)
      })
      .catch((error: unknown) => {
        deps.log(`A failed export was not noted: ${String(error)}`)
      })
      .finally(() => {
        if (isClosed) return
        if (running === run) running = undefined
        if (!rows.find(next.id)) removePart(next.file)
        onChange()
        runNext()
      })
  }

  return {
    runNext,
    isRunning: (id: number) => running?.id === id,
    nowOf(id: number): Partial<ExportJob> {
      const error = failures.get(id)
      return error ? { state: 'failed', error } : running?.id === id ? running.progress : {}
    },
    allow(id: number) {
      failures.delete(id)
    },
    interrupt(id: number) {
      if (running?.id === id) running.controller.abort()
    },
    /** Drops the running export without a report. */
    drop() {
      running?.controller.abort()
      running = undefined
    },
    close() {
      isClosed = true
      running?.controller.abort()
    },
  }
}

const startOf = ({ read, rows, bytes }: StoredJob): Progress => ({
  state: rows > 0 ? 'writing' : 'reading',
  read,
  rows,
  bytes,
})

function asShown({ request, isWhole: _isWhole, ...job }: StoredJob, now: Partial<ExportJob>): ExportJob {
  const { zone: _zone, ...asked } = request
  return { ...asked, ...job, ...(job.state === 'waiting' ? now : {}) }
}

function toError(error: unknown, log: (line: string) => void): ChainglassError {
  if (error instanceof ChainglassFailure) return error.error
  log(`An export failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return { code: 'internal', reference: 'export' }
}
