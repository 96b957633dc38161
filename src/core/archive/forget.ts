/** Takes away what is held, of lists, of a source, or of sources that are no more. */
import type { Database } from '#platform/sqlite/database.ts'
import { shrink } from './archive-file.ts'

export function forgetLists(database: Database, lists: readonly number[]): void {
  database.transaction(() => {
    for (const list of lists) {
      database.run('DELETE FROM rows WHERE list_id = ?', list)
      database.run('DELETE FROM chunks WHERE list_id = ?', list)
      database.run('DELETE FROM lists WHERE id = ?', list)
    }
  })
  shrink(database)
}

function forgetSource(database: Database, source: string) {
  database.transaction(() => {
    const lists = 'SELECT id FROM lists WHERE source = ?'
    database.run(`DELETE FROM rows WHERE list_id IN (${lists})`, source)
    database.run(`DELETE FROM chunks WHERE list_id IN (${lists})`, source)
    for (const table of ['lists', 'details', 'chain_heads'])
      database.run(`DELETE FROM ${table} WHERE source = ?`, source)
  })
  shrink(database)
}

/** Of a source or of all, of an address or whatever it is. */
export function forgetRead(database: Database, source: string | null, address: string | undefined): void {
  if (address !== undefined) forgetAddress(database, source, address)
  else if (source !== null) forgetSource(database, source)
}

/** What was asked for with this address, in a list's path or a filter. */
function forgetAddress(database: Database, source: string | null, address: string) {
  const named = `(? IS NULL OR source = ?) AND instr(lower(params || filters), ?) > 0`
  const values = [source, source, address.toLowerCase()]
  const lists = database.all<{ id: number }>(`SELECT id FROM lists WHERE ${named}`, ...values)
  database.run(`DELETE FROM details WHERE ${named.replace(' || filters', '')}`, ...values)
  forgetLists(
    database,
    lists.map(({ id }) => id),
  )
}

export function forgetUnknownSources(database: Database, isKnown: (source: string) => boolean) {
  const sources = database.all<{ source: string }>(
    'SELECT source FROM lists UNION SELECT source FROM details',
  )
  for (const { source } of sources) if (!isKnown(source)) forgetSource(database, source)
}
