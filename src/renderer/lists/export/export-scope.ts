/** What of a list is taken elsewhere: into a file, onto paper, to the clipboard. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { asItCame, parseRaw } from '#shared/chain/odd-fields.ts'
import { withoutOwners } from '#shared/lists/several.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

export type ExportFormat = 'csv' | 'json'

/** What of a list a file holds. */
export interface ExportScope {
  /** Of its chain, where the source has one. */
  readonly chainId: string | undefined
  /** The list goes on behind what is loaded. */
  readonly partial: boolean
  /** Loaded rows that are folded away, and are not in it. */
  readonly folded: number
  /** Loaded rows that do not match what is searched for, and are not in it. */
  readonly unmatched: number
}

type Limits = Omit<ExportScope, 'chainId'>

/** `the list goes on, 12 hidden rows left out`, in English: for a file. Empty where it holds the whole list. */
export const whatIsLeftOut = ({ partial, folded, unmatched }: Limits): string =>
  [
    partial ? 'partial: more rows of this list are not loaded' : '',
    folded > 0 ? `${formatCount(folded)} hidden ${folded === 1 ? 'row' : 'rows'} left out` : '',
    unmatched > 0
      ? `${formatCount(unmatched)} ${unmatched === 1 ? 'row' : 'rows'} left out that do not match`
      : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The same in the language of the window: for paper. */
export const describeLeftOut = ({ partial, folded, unmatched }: Limits): string =>
  [
    partial ? $gettext('partial: more rows of this list are not loaded') : '',
    folded > 0
      ? $gettext('%{rows} left out', { rows: pluralize(folded, $nmsgid('hidden row', 'hidden rows')) })
      : '',
    unmatched > 0
      ? $gettext('%{rows} left out that do not match', { rows: pluralize(unmatched, $nmsgid('row', 'rows')) })
      : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The item of a row as the API gave it, with what of it could not be read. */
export function rowAsItCame(row: GridRow): unknown {
  if (row.kind === 'gap') return { gap: row.gap }
  return row.kind === 'item' ? asItCame(withoutOwners(row.item as object)) : parseRaw(row.unread.raw)
}
