import type { NewLedgerEntry } from '#shared/rpc/contract/ledger-entries.ts'

/** The initial values of the dialog. The amount may be empty; `id` is null for a new entry. */
export interface EntrySubject extends NewLedgerEntry {
  readonly id: number | null
}
