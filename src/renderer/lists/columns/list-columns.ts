import type { ListId } from '#shared/lists/list-table.ts'
import type { ALL_COLUMNS } from './all-columns.ts'
import { addressTransactions } from './address-transactions.columns.ts'
import type { AnyListColumn } from './list-column.ts'

/**
 * The list that a window mostly opens on. Its columns are in the first load; those of the other lists are loaded after
 * the first rows, or before one of them is shown.
 */
export const FIRST_LIST = 'address-transactions' satisfies ListId

let loaded: Pick<typeof ALL_COLUMNS, typeof FIRST_LIST> & Partial<typeof ALL_COLUMNS> = {
  [FIRST_LIST]: addressTransactions,
}

let areAllLoaded = false

/**
 * Whether all columns are loaded. An import takes several microtasks even then, so a navigation checks this instead of
 * awaiting it again.
 */
export const hasAllColumns = (): boolean => areAllLoaded

/** Loads the columns of all lists. Await it before a list other than `FIRST_LIST` is shown. */
export async function loadColumns(): Promise<void> {
  loaded = (await import('./all-columns.ts')).ALL_COLUMNS
  areAllLoaded = true
}

/** All columns of a list in their order, hidden ones too. Throws where they are not loaded. */
export function columnsOf(list: ListId, params: Readonly<Record<string, string>>): readonly AnyListColumn[] {
  const columns = loaded[list]
  if (!columns) throw new Error(`The columns of ${list} are not here yet.`)
  return typeof columns === 'function' ? columns(params) : columns
}
