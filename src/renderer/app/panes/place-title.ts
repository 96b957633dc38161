import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { sourceOfPath } from '#shared/workspace/source-path.ts'
import type { WorkspaceTab } from '#shared/workspace/workspace.ts'
import { isShortHash, recentTitle } from '#renderer/features/recent/recent-title.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'

const THING = /^\/s\/([^/?#]+)(\/(?:address|token|tx|block)\/[^/?#]+)?/

/** The title of a tab: from its view, with the person's current label of an address. */
export function useTabTitle(): (tab: Pick<WorkspaceTab, 'path' | 'title'>) => string {
  const watchlist = useWatchlist()
  const sources = useSources()
  return ({ path, title }) => {
    const [, , thing] = THING.exec(path) ?? []
    if (thing === undefined) return title || nameOfPath(path)
    const hash = thing.split('/')[2] ?? ''
    const chainId = sources.byId(sourceOfPath(path))?.chainId
    const label = thing.startsWith('/address/') ? watchlist.find(hash, chainId)?.label : undefined
    if (thing.startsWith('/block/')) return title || $gettext('Block %{hash}', { hash })
    return label || title === '' || isShortHash(title)
      ? recentTitle({ path: thing, title: '0x…' }, label)
      : title
  }
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['', $msgid('Latest')],
  ['s', $msgid('Latest')],
  ['activity', $msgid('Activity')],
  ['cases', $msgid('Cases')],
  ['everywhere', $msgid('Everywhere')],
  ['exports', $msgid('Exports')],
  ['keep', $msgid('Keep')],
  ['kept', $msgid('Kept')],
  ['settings', $msgid('Settings')],
  ['sources', $msgid('Sources')],
  ['watchlist', $msgid('Watchlist')],
])

/** The title of a place whose view was not shown yet: `/watchlist` is `Watchlist`. */
function nameOfPath(path: string): string {
  const [name = ''] = path.slice(1).split(/[/?#]/)
  const known = NAMES.get(name)
  return known === undefined ? name.slice(0, 1).toUpperCase() + name.slice(1) : $gettext(known)
}
