/** What is asked of the thread that makes ledgers. */
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
/** `too_many`: rows, for a ledger. */
export type JobReply = JobResult | 'too_many'
