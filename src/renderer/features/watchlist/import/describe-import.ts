/** Texts about an import: its format and its issues. */
import { $gettext } from '#shared/text/gettext.ts'
import type { ImportFormat, ImportIssue } from '#shared/rpc/contract/watchlist.ts'

/** The format of a file, for example `CSV, columns address, name tag`. */
export function describeFormat({ kind, columns }: ImportFormat): string {
  if (columns === null) return $gettext('CSV without a heading')
  const names = columns.join(', ')
  return kind === 'csv' ? $gettext('CSV, columns %{names}', { names }) : `JSON, ${names}`
}

export function describeIssue({ kind, earlierLine, hint }: ImportIssue): string {
  switch (kind) {
    case 'no_address':
      return $gettext('This line has no address.')
    case 'wrong_address':
      return hint ?? $gettext('This is not an address.')
    case 'wrong_checksum':
      return $gettext('The capital letters do not match the address’s checksum: a character may be wrong.')
    case 'unknown_chain':
      return $gettext('Unknown chain. A decimal chain id always works.')
    case 'same_again':
      return $gettext('The same as line %{earlierLine}.', { earlierLine: earlierLine ?? 0 })
    case 'differs_from_earlier':
      return $gettext(
        'The address of line %{earlierLine} again, with other details: the earlier line was taken.',
        { earlierLine: earlierLine ?? 0 },
      )
    case 'adjusted':
      return $gettext('Imported, but shortened or without invisible characters.')
  }
}
