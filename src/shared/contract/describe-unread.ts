/** Says of which variables no layout was read. */
import type { StorageReport } from '../rpc/contract/contracts.ts'
import { $gettext } from '../text/gettext.ts'

type Read = Extract<StorageReport, { readonly outcome: 'read' }>

export const describeUnread = ({
  isOnlyNamespaces,
  unreadFacets,
}: Pick<Read, 'isOnlyNamespaces' | 'unreadFacets'>): readonly string[] => [
  ...(isOnlyNamespaces ? [$gettext('Only its namespaces are known; the rest are words.')] : []),
  ...(unreadFacets > 0
    ? [$gettext('Facets whose layouts were not read: %{count}.', { count: unreadFacets })]
    : []),
]
