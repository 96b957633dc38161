/**
 * Writes CoinTracking's CSV import. CoinTracking expects amounts with the fee included, and its fee column is for
 * information only. A fee is therefore a row of its own, of type `Other Fee`, so that no amount changes. Dates have no
 * zone; the comment names it.
 */
import { csvLine } from '#shared/text/csv-cell.ts'
import { writeTime, type Book } from './book.ts'
import { entryRows, sideCells, type EntryRow } from './entry-rows.ts'
import type { Entry } from './group-entries.ts'

const HEADS = [
  'Type',
  'Buy Amount',
  'Buy Currency',
  'Sell Amount',
  'Sell Currency',
  'Fee',
  'Fee Currency',
  'Exchange',
  'Trade-Group',
  'Comment',
  'Date',
  'Tx-ID',
] as const

const TYPES: Readonly<Record<EntryRow['kind'], string>> = {
  in: 'Deposit',
  out: 'Withdrawal',
  trade: 'Trade',
  fee: 'Other Fee',
}

export async function* writeCoinTracking(entries: AsyncIterable<Entry>, book: Book): AsyncGenerator<string> {
  yield csvLine(HEADS)
  const exchange = `${book.chain.name} ${book.address}`
  for await (const entry of entries) {
    const date = writeTime(entry.time).slice(0, -1).replace('T', ' ')
    for (const row of entryRows(entry, book, 'own'))
      yield csvLine([
        TYPES[row.kind],
        ...sideCells(row.in, book),
        ...sideCells(row.out, book),
        '',
        '',
        exchange,
        '',
        `${row.description}. Date in UTC`,
        date,
        entry.transaction ?? '',
      ])
  }
}
