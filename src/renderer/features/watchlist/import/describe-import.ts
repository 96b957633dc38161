/** What an import found, as phrases and sentences. */
import type { ImportFormat, ImportIssue } from '#shared/rpc/contract/watchlist.ts'

/** `CSV, columns address, name tag` */
export function describeFormat({ kind, columns }: ImportFormat): string {
  if (columns === null) return 'CSV without a heading'
  return `${kind === 'csv' ? 'CSV, columns' : 'JSON,'} ${columns.join(', ')}`
}

export function describeIssue({ kind, earlierLine, hint }: ImportIssue): string {
  switch (kind) {
    case 'no_address':
      return 'This line has no address.'
    case 'wrong_address':
      return hint ?? 'This is not an address.'
    case 'wrong_checksum':
      return 'The capital letters do not match the address’s checksum: a character may be wrong.'
    case 'unknown_chain':
      return 'Unknown chain. A decimal chain id always works.'
    case 'same_again':
      return `The same as line ${String(earlierLine)}.`
    case 'differs_from_earlier':
      return `The address of line ${String(earlierLine)} again, with other details: the earlier line was taken.`
    case 'adjusted':
      return 'Imported, but shortened or without invisible characters.'
  }
}
