/** The scope of an export, a print or a copy: the rows it contains, and those it leaves out. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { rawItem, parseRaw } from '#shared/chain/invalid-fields.ts'
import { withoutOwners } from '#shared/lists/merged-lists.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

export type ExportFormat = 'csv' | 'json'

/** The contents of an exported file. */
export interface ExportScope {
  /** Chain id of the source, where it has one. */
  readonly chainId: string | undefined
  /** The list has rows that are not loaded. */
  readonly partial: boolean
  /** Loaded rows that are folded away. The file leaves them out. */
  readonly folded: number
  /** Loaded rows that do not match the filter. The file leaves them out. */
  readonly unmatched: number
}

type Limits = Omit<ExportScope, 'chainId'>

/**
 * Says in English which rows a file leaves out, for example `12 hidden rows left out`. Empty where it has the whole
 * list.
 */
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

/** The limits in the window's language, for paper. */
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

/** The item of a row as the API gave it, with its unreadable fields as they came. */
export function rawRow(row: GridRow): unknown {
  if (row.kind === 'gap') return { gap: row.gap }
  return row.kind === 'item' ? rawItem(withoutOwners(row.item as object)) : parseRaw(row.unread.raw)
}
