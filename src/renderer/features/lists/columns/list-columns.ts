import type { ListId } from '#shared/endpoints.ts'
import type { GridColumn } from '#renderer/ui/grid-column.ts'
import { addressTransactionsColumns } from './address-transactions.columns.ts'

/** The columns of every list. A column only ever meets items of its own list. */
export const LIST_COLUMNS = {
  'address-transactions': addressTransactionsColumns,
} as unknown as Readonly<Record<ListId, readonly GridColumn[]>>
