import { $gettext } from '#shared/text/gettext.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListQuery } from '../model/list-query.ts'

/** Link to the page of a row's item, with its label; undefined where the item has no page. */
export function rowLink(
  { list, params }: Pick<ListQuery, 'list' | 'params'>,
  row: GridRow,
  { links }: Pick<CellContext, 'links'>,
): (RouteLink & { readonly label: string }) | undefined {
  if (row.kind !== 'item') return undefined
  const { target: targetOf, resource } = listEndpoint(list)
  const target = targetOf(row.item, params)
  switch (target?.kind) {
    case undefined:
      return undefined
    case 'block':
      return { ...links.block(target.block), label: $gettext('Block') }
    case 'transaction': {
      if (target.call !== undefined)
        return { ...links.call(target.hash, String(target.call)), label: $gettext('Show in the calls') }
      const label = resource === 'transaction' ? $gettext('State changes') : $gettext('Transaction')
      return { ...links.transaction(target.hash), label }
    }
    case 'nft':
      return { ...links.instance(target.address, target.tokenId), label: $gettext('Open') }
    case 'token':
      return { ...links.token(target.address), label: $gettext('Token') }
    case 'address':
      return { ...links.address(target.address), label: $gettext('Address') }
  }
}
