/** Says which keys of mappings were tried. */
import type { TriedKeys, StorageReport } from '../rpc/contract/contracts.ts'
import { $gettext } from '../text/gettext.ts'

export function describeKeys({ isCut, watched, ...rows }: TriedKeys): readonly string[] {
  const told = (count: number | null) => count ?? $gettext('can’t be read')
  return [
    $gettext(
      'Mappings are read at keys from the newest rows of the contract (logs: %{logs}, transactions: %{transactions}, token transfers: %{transfers}) and from watched addresses (%{watched}); keys without a value are left out.',
      {
        ...{ logs: told(rows.logs), transactions: told(rows.transactions) },
        ...{ transfers: told(rows.transfers), watched },
      },
    ),
    ...(isCut ? [$gettext('Not every one of these keys was tried.')] : []),
  ]
}

type Read = Extract<StorageReport, { readonly outcome: 'read' }>

/** Says of which variables no layout was read. */
export const describeUnread = ({
  isOnlyNamespaces,
  unreadFacets,
}: Pick<Read, 'isOnlyNamespaces' | 'unreadFacets'>): readonly string[] => [
  ...(isOnlyNamespaces ? [$gettext('Only its namespaces are known; the rest are words.')] : []),
  ...(unreadFacets > 0
    ? [$gettext('Facets whose layouts were not read: %{count}.', { count: unreadFacets })]
    : []),
]
