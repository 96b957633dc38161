import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { formatList } from '#renderer/lib/format-list.ts'
import { pluralize } from '#renderer/lib/format-number.ts'

/** Hidden rows, and how many of them imitate an address. */
interface FoldedRows {
  readonly folded: number
  readonly poisoned?: number
}

/** For example `3 scam rows and 8 imitations`. */
export function describeFolded({ folded, poisoned = 0 }: FoldedRows): string {
  const parts = [
    [folded - poisoned, $nmsgid('scam row', 'scam rows')] as const,
    [poisoned, $nmsgid('imitation', 'imitations')] as const,
  ]
    .filter(([count], index) => count > 0 || (index === 0 && poisoned === 0))
    .map(([count, noun]) => pluralize(count, noun))
  return formatList(parts)
}

/** For example `3 scam rows and 8 imitations hidden`. */
export const describeHidden = (rows: FoldedRows): string =>
  $gettext('%{rows} hidden', { rows: describeFolded(rows) })
