import type { StorageReport } from '#shared/rpc/contract/contracts.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { formatList } from '#renderer/lib/format-list.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'

type Facets = Extract<StorageReport, { readonly outcome: 'read' }>['facets']

/** By whose layout storage is read. `of`, `facets`: as in `StorageReport`. */
export function describeLayout(of: string | null, facets: Facets = []): string {
  if (facets.length > 0)
    return $gettext('By the layouts of the facets %{facets}.', {
      facets: formatList(facets.map(({ name, address }) => `${name} (${shortenAddress(address)})`)),
    })
  if (of === null) return $gettext('No layout is used: these are words.')
  if (of === 'given') return $gettext('By the layout that you gave.')
  return $gettext('By the layout of the verified source of %{contract}.', { contract: shortenAddress(of) })
}
