/** Deletes stored data: of lists, of a source, or of sources that no longer exist. */
import type { Database } from '#platform/sqlite/database.ts'
import { shrink } from './archive-file.ts'
import type { RowStore } from '../rows/row-store.ts'

interface Stored {
  readonly database: Database
  readonly rows: RowStore
}

export function forgetLists({ database, rows }: Stored, lists: readonly number[]): void {
  database.transaction(() => {
    removeLists({ database, rows }, lists)
  })
  shrink(database)
}

/** Call it within a transaction. */
function removeLists({ database, rows }: Stored, lists: readonly number[]) {
  for (const list of lists) {
    rows.removeAll(list)
    database.run('DELETE FROM lists WHERE id = ?', list)
  }
  rows.names.removeUnused()
}

function forgetSource(stored: Stored, source: string) {
  const { database } = stored
  database.transaction(() => {
    removeLists(
      stored,
      database.all<{ id: number }>('SELECT id FROM lists WHERE source = ?', source).map(({ id }) => id),
    )
    for (const table of ['details', 'chain_heads'])
      database.run(`DELETE FROM ${table} WHERE source = ?`, source)
  })
  shrink(database)
}

/** Deletes the data of a source or of all, and of an address or of all. */
export function forgetRead(stored: Stored, source: string | null, address: string | undefined): void {
  if (address !== undefined) forgetAddress(stored, source, address)
  else if (source !== null) forgetSource(stored, source)
}

/** Deletes everything that was requested with this address, in a list's path or a filter. */
function forgetAddress(stored: Stored, source: string | null, address: string) {
  const { database } = stored
  const named = `(? IS NULL OR source = ?) AND instr(lower(params || filters), ?) > 0`
  const values = [source, source, address.toLowerCase()]
  const lists = database.all<{ id: number }>(`SELECT id FROM lists WHERE ${named}`, ...values)
  database.run(`DELETE FROM details WHERE ${named.replace(' || filters', '')}`, ...values)
  forgetLists(
    stored,
    lists.map(({ id }) => id),
  )
}

export function forgetUnknownSources(stored: Stored, isKnown: (source: string) => boolean) {
  const sources = stored.database.all<{ source: string }>(
    'SELECT source FROM lists UNION SELECT source FROM details',
  )
  for (const { source } of sources) if (!isKnown(source)) forgetSource(stored, source)
}
