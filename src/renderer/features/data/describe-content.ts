import type { FolderContent } from '#shared/rpc/contract/data.ts'
import { pluralize } from '#renderer/lib/format-number.ts'

/** `2 sources and 1 setting`: what is in a data folder; undefined where it has nothing. */
export function describeContent(content: FolderContent): string | undefined {
  const parts = (
    [
      [content.sources, { one: 'source', many: 'sources' }],
      [content.accounts, { one: 'Pro account', many: 'Pro accounts' }],
      [content.watched, { one: 'watched address', many: 'watched addresses' }],
      [content.settings, { one: 'setting', many: 'settings' }],
      [content.recentItems, { one: 'recent item', many: 'recent items' }],
      [content.abis, { one: 'ABI', many: 'ABIs' }],
      [content.questions, { one: 'question', many: 'questions' }],
      [content.notes, { one: 'note', many: 'notes' }],
      [content.ledgerEntries, { one: 'movement entered by hand', many: 'movements entered by hand' }],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, noun]) => pluralize(count, noun))
  const last = parts.pop()
  if (last === undefined) return undefined
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
