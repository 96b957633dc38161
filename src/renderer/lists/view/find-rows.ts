import type { CellContext } from '#renderer/entities/cell-context.ts'
import type { AnyListColumn } from '#renderer/lists/columns/list-column.ts'
import { addressName } from '#renderer/entities/address/address-name.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'

/** Whether a row contains the text, in any of its columns (shown or not) or in the names of its addresses. */
export function rowFinder(
  text: string,
  columns: readonly AnyListColumn[],
  context: CellContext,
): ((row: GridRow) => boolean) | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return null
  return (row) => {
    if (row.kind === 'unread') return row.unread.raw.toLowerCase().includes(wanted)
    return (
      columns.some((column) =>
        column
          .text(row.item as never, context)
          .toLowerCase()
          .includes(wanted),
      ) || names(row.item, context).some((name) => name.toLowerCase().includes(wanted))
    )
  }
}

function names(item: unknown, context: CellContext): string[] {
  if (typeof item !== 'object' || item === null) return []
  const parties = ['from', 'to', 'created_contract', 'owner', 'address', 'miner', 'receiver'] as const
  return parties.flatMap((party) => {
    const address = (item as Partial<Record<(typeof parties)[number], AddressRef | null>>)[party]
    return address ? (addressName(address, context.labels) ?? []) : []
  })
}
