/** Takes jobs to the thread that makes ledgers, and starts it when it is needed. */
import { Worker } from 'node:worker_threads'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { findBeside } from '../../abi/find-beside.ts'
import type { Job, JobResult, ThreadInput, ThreadOutput } from './ledger-jobs.ts'
import { TooManyRows } from './make-ledger.ts'

export interface JobOptions {
  readonly signal: AbortSignal
  readonly onRows: (rows: number) => void
}

export interface LedgerThread {
  run(job: Job, options: JobOptions): Promise<JobResult>
  end(): void
}

interface Waiting {
  readonly options: JobOptions
  readonly resolve: (result: JobResult) => void
  readonly reject: (error: Error) => void
}

const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024 }
/** What it has open goes with an idle thread. */
const MAX_IDLE_MS = 60_000

/** `archive` and `ledgers`: the paths of their files. */
export function createLedgerThread(paths: {
  readonly archive: string
  readonly ledgers: string
}): LedgerThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  function end(error: Error = new ChainglassFailure({ code: 'cancelled' })) {
    clearTimeout(idle)
    const old = worker
    worker = undefined
    void old?.terminate()
    const all = [...waiting.values()]
    waiting.clear()
    for (const { reject } of all) reject(error)
  }
  function start(): Worker {
    const file = findBeside('ledger-worker.js', 'ledger/kept/ledger-worker.ts')
    if (file === undefined) throw new Error('The thread that makes ledgers is not there.')
    const started = new Worker(file, {
      workerData: paths,
      resourceLimits: RESOURCE_LIMITS,
      execArgv: [],
      stderr: true,
    })
    started.unref()
    const lose = (error: Error) => {
      if (worker === started) end(error)
    }
    return started
      .on('message', onOutput)
      .on('error', lose)
      .on('exit', () => {
        lose(new Error('The thread that makes ledgers has ended.'))
      })
  }
  function onOutput(output: ThreadOutput) {
    const asked = waiting.get(output.id)
    if ('rows' in output) {
      asked?.options.onRows(output.rows)
      return
    }
    waiting.delete(output.id)
    if ('result' in output) asked?.resolve(output.result)
    else if (output.error === 'too_many') asked?.reject(new TooManyRows())
    else asked?.reject(output.error ? new ChainglassFailure(output.error) : new Error(output.message))
    clearTimeout(idle)
    if (waiting.size === 0) idle = setTimeout(end, MAX_IDLE_MS).unref()
  }
  const post = (input: ThreadInput) => worker?.postMessage(input)

  return {
    async run(job, options) {
      clearTimeout(idle)
      worker ??= start()
      const id = (lastId += 1)
      const { promise, resolve, reject } = Promise.withResolvers<JobResult>()
      waiting.set(id, { options, resolve, reject })
      const cancel = () => {
        if (waiting.delete(id)) post({ id, cancel: true })
        reject(new ChainglassFailure({ code: 'cancelled' }))
      }
      options.signal.addEventListener('abort', cancel, { once: true })
      post({ id, job })
      return promise.finally(() => {
        options.signal.removeEventListener('abort', cancel)
      })
    },
    end: () => {
      end()
    },
  }
}
