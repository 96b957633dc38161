/** What is asked of the thread that makes ledgers, and what it says. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { MadeLedger, MakeJob } from './make-ledger.ts'

/** Rows of calls whose movements are to be taken away, and the blocks they stand in. */
export interface Removal {
  readonly ledger: number
  readonly rows: readonly string[]
  readonly bottom: number
  readonly top: number
}

export type Job =
  | ({ readonly verb: 'make' } & MakeJob)
  | ({ readonly verb: 'remove' } & Removal)
  /** Of a source or of all, of an address or of all. */
  | { readonly verb: 'forget'; readonly source: string | null; readonly address: string | null }

export type JobResult = MadeLedger | null

export type ThreadInput =
  { readonly id: number; readonly job: Job } | { readonly id: number; readonly cancel: true }

export type ThreadOutput =
  | { readonly id: number; readonly rows: number }
  | { readonly id: number; readonly result: JobResult }
  | {
      readonly id: number
      readonly error: ChainglassError | 'too_many' | undefined
      readonly message: string
    }
