/**
 * Writes Koinly's universal template: each row has the sent amount, the received amount, and the fee, which is in neither.
 * Times are in UTC and marked so. Net worth is written only with a historical price, because the current price says nothing
 * about it.
 */
import { csvLine } from '#shared/text/csv-cell.ts'
import { formatAmount } from '#shared/units.ts'
import { writeTime, type Book } from './book.ts'
import { entryRows, sideCells } from './entry-rows.ts'
import type { Entry } from './group-entries.ts'

const HEADS = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
] as const

export async function* writeKoinly(entries: AsyncIterable<Entry>, book: Book): AsyncGenerator<string> {
  yield csvLine(HEADS)
  for await (const entry of entries) {
    const date = `${writeTime(entry.time).slice(0, -1).replace('T', ' ')} UTC`
    for (const row of entryRows(entry, book, 'row'))
      yield csvLine([
        date,
        ...sideCells(row.out, book),
        ...sideCells(row.in, book),
        ...sideCells(row.fee, book),
        ...(row.worth === undefined ? ['', ''] : [formatAmount(row.worth, 2, ''), 'USD']),
        // A transaction with a fee only is a `cost` in Koinly.
        row.kind === 'fee' ? 'cost' : '',
        row.description,
        entry.transaction ?? '',
      ])
  }
}
