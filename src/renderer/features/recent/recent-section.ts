import { $gettext } from '#shared/text/gettext.ts'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { isShortHash, recentSubject, shortSubject } from './recent-title.ts'
import type { PaletteItem, PaletteQuery, PaletteSection } from '../palette-provider.ts'

/** Maximum number of items shown for an empty text. */
const MAX_AT_FIRST = 6

/** Section of the recent items whose current title contains the text; for an empty text, the latest few. */
export function recentSection(
  { text }: PaletteQuery,
  recent: readonly RecentItem[],
  sources: readonly SourceView[],
): PaletteSection {
  const wanted = text.toLowerCase()
  const found =
    wanted === ''
      ? recent.slice(0, MAX_AT_FIRST)
      : recent.filter(({ title, path }) => [title, path].some((line) => line.toLowerCase().includes(wanted)))
  return {
    order: 40,
    title: $gettext('Recent'),
    items: found.map((item) => ({
      ...paletteItem(item, sources),
      isExact: item.title.toLowerCase() === wanted,
    })),
  }
}

function paletteItem(item: RecentItem, sources: readonly SourceView[]): PaletteItem {
  const { source, path, title } = item
  const { kind, hash } = recentSubject(item)
  const on = sources.find(({ id }) => id === source)?.name
  const short = isShortHash(title) ? undefined : shortSubject(item)
  return {
    id: `recent:${source}${path}`,
    label: title,
    detail: [short, on].filter(Boolean).join(' · '),
    icon:
      kind === 'address'
        ? { kind: 'address', address: hash }
        : { kind: kind === 'tx' ? 'transaction' : kind === 'block' ? 'block' : 'token' },
    action: { kind: 'go', to: `/s/${encodeURIComponent(source)}${path}` },
  }
}
