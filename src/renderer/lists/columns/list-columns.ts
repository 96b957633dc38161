import type { ListId } from '#shared/lists/list-table.ts'
import type { ALL_COLUMNS } from './all-columns.ts'
import { addressTransactions } from './address-transactions.columns.ts'
import type { AnyListColumn } from './list-column.ts'

/** What a window opens on, mostly: its columns come with the window, those of all others after its rows, or with a place of them. */
export const FIRST_LIST = 'address-transactions' satisfies ListId

let loaded: Pick<typeof ALL_COLUMNS, typeof FIRST_LIST> & Partial<typeof ALL_COLUMNS> = {
  [FIRST_LIST]: addressTransactions,
}

let areAllLoaded = false

/** Whether all columns are loaded. An import takes some turns even then, so a navigation does not await another one. */
export const hasAllColumns = (): boolean => areAllLoaded

/** To be awaited before any other list is shown. */
export async function loadColumns(): Promise<void> {
  loaded = (await import('./all-columns.ts')).ALL_COLUMNS
  areAllLoaded = true
}

/** All columns of a list, shown or not, in their order. */
export function columnsOf(list: ListId, params: Readonly<Record<string, string>>): readonly AnyListColumn[] {
  const columns = loaded[list]
  if (!columns) throw new Error(`The columns of ${list} are not here yet.`)
  return typeof columns === 'function' ? columns(params) : columns
}
