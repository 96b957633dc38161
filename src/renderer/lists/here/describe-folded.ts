import { $nmsgid } from '#shared/text/gettext.ts'
import { formatList } from '#renderer/lib/format-list.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import type { ShownRows } from '../model/shown-rows.ts'

/** `3 scam rows and 8 imitations`: rows that are not shown. */
export function describeFolded({ folded, poisoned }: Pick<ShownRows, 'folded' | 'poisoned'>): string {
  const parts = [
    [folded - poisoned, $nmsgid('scam row', 'scam rows')] as const,
    [poisoned, $nmsgid('imitation', 'imitations')] as const,
  ]
    .filter(([count], index) => count > 0 || (index === 0 && poisoned === 0))
    .map(([count, noun]) => pluralize(count, noun))
  return formatList(parts)
}
