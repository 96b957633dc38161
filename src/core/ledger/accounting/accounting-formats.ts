/** The accounting formats by their names in the contract. */
import type { AccountingFormat } from '#shared/rpc/contract/ledger-export.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { writeBeancount } from './beancount.ts'
import type { Book } from './book.ts'
import { writeCoinTracking } from './cointracking.ts'
import { groupEntries, type Entry } from './group-entries.ts'
import { writeHledger } from './hledger.ts'
import { writeKoinly } from './koinly.ts'
import { writeRotkiEvents, writeRotkiTrades } from './rotki.ts'

interface Format {
  /** File extension without its dot. */
  readonly ending: string
  readonly write: (entries: AsyncIterable<Entry>, book: Book) => AsyncIterable<string>
}

export const FORMATS: Readonly<Record<AccountingFormat, Format>> = {
  koinly: { ending: 'csv', write: writeKoinly },
  cointracking: { ending: 'csv', write: writeCoinTracking },
  'rotki-events': { ending: 'csv', write: writeRotkiEvents },
  'rotki-trades': { ending: 'csv', write: writeRotkiTrades },
  hledger: { ending: 'journal', write: writeHledger },
  beancount: { ending: 'beancount', write: writeBeancount },
}

/** Writes an accounting file, piece by piece. `movements`: those of the book's period, in chain order. */
export const writeAccounting = (
  format: AccountingFormat,
  movements: AsyncIterable<LedgerMovement>,
  book: Book,
): AsyncIterable<string> => FORMATS[format].write(groupEntries(movements, book.start), book)
