import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { FolderContent } from '#shared/rpc/contract/data.ts'
import { pluralize } from '#renderer/lib/format-number.ts'

/** The content of a data folder, for example `2 sources and 1 setting`; undefined if it is empty. */
export function describeContent(content: FolderContent): string | undefined {
  const parts = (
    [
      [content.sources, $nmsgid('source', 'sources')],
      [content.accounts, $nmsgid('Pro account', 'Pro accounts')],
      [content.watched, $nmsgid('watched address', 'watched addresses')],
      [content.settings, $nmsgid('setting', 'settings')],
      [content.recentItems, $nmsgid('recent item', 'recent items')],
      [content.abis, $nmsgid('ABI', 'ABIs')],
      [content.questions, $nmsgid('question', 'questions')],
      [content.notes, $nmsgid('note', 'notes')],
      [content.ledgerEntries, $nmsgid('movement entered by hand', 'movements entered by hand')],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => pluralize(count, noun))
  const last = parts.pop()
  if (last === undefined) return undefined
  return parts.length === 0 ? last : $gettext('%{parts} and %{last}', { parts: parts.join(', '), last })
}
