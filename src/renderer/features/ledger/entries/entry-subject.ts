import type { NewLedgerEntry } from '#shared/rpc/contract/ledger-entries.ts'

/** What the dialog of a movement entered by hand begins with. An amount may be empty; `id` null: a new one. */
export interface EntrySubject extends NewLedgerEntry {
  readonly id: number | null
}
