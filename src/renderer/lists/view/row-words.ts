/** A row as text for other programs, and where the thing it is about can be seen. */
import type { ListId } from '#shared/lists/list-table.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { RouteLink } from '#renderer/lib/route-link.ts'
import type { AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { ListQuery } from '../session/list-session.ts'

/** Values of the shown columns with tabs between them: a table program makes cells of it. */
export function lineOf(row: GridRow, columns: readonly AnyListColumn[], context: CellContext): string {
  if (row.kind === 'unread') return row.unread.raw
  return columns
    .map((column) => column.text(row.item as never, context).replace(/[\t\r\n]+/g, ' '))
    .join('\t')
}

/** For whoever looks after the source or this program: what could not be read, and why. */
export const reportOf = (unread: UnreadItem, list: ListId): string =>
  [
    `List: ${list}`,
    `Row: ${String(unread.position + 1)} of its page`,
    `Why: ${unread.path === '' ? 'it' : unread.path} ${unread.reason}`,
    unread.raw,
  ].join('\n')

/** Where the drawer's own thing is to be seen whole. */
export function itemLink(
  { list, params }: ListQuery,
  row: GridRow,
  { links }: CellContext,
): (RouteLink & { readonly words: string }) | undefined {
  if (row.kind !== 'item') return undefined
  const item = row.item as {
    readonly hash?: string
    readonly transaction_hash?: string
    readonly id?: string
    readonly token?: { readonly address_hash: string } | null
  }
  switch (list) {
    case 'address-transactions':
      return item.hash === undefined ? undefined : { ...links.transaction(item.hash), words: 'State changes' }
    case 'token-transfers':
    case 'token-transfers-of-token':
    case 'address-internal-transactions':
      return item.transaction_hash === undefined
        ? undefined
        : { ...links.transaction(item.transaction_hash), words: 'Transaction' }
    case 'address-nfts':
    case 'token-instances': {
      const token = item.token?.address_hash ?? params.address_hash
      return token === undefined || item.id === undefined
        ? undefined
        : { ...links.instance(token, item.id), words: 'Open' }
    }
    case 'address-tokens':
      return item.token ? { ...links.token(item.token.address_hash), words: 'Token' } : undefined
    default:
      return undefined
  }
}
