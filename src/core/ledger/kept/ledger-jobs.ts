/** The jobs of the thread that makes ledgers, and their results. */
import type { UpdatedLedger, MakeJob } from './make-ledger.ts'

/** Rows of calls whose movements are to be removed, and the range of their blocks. */
export interface Removal {
  readonly ledger: number
  readonly rows: readonly string[]
  readonly bottom: number
  readonly top: number
}

export type Job =
  | ({ readonly verb: 'make' } & MakeJob)
  | ({ readonly verb: 'remove' } & Removal)
  /** Null for `source` or `address` means all. */
  | { readonly verb: 'forget'; readonly source: string | null; readonly address: string | null }

export type JobResult = UpdatedLedger | null
/** `too_many`: the lists have more rows than a ledger takes. */
export type JobReply = JobResult | 'too_many'
