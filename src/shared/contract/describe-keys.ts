/** Says which keys of mappings were tried. */
import type { TriedKeys } from '../rpc/contract/contracts.ts'
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
