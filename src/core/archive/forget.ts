/** Takes away what is held, of lists, of a source, or of sources that are no more. */
import type { Database } from '#platform/sqlite/database.ts'
import { shrink } from './archive-file.ts'

export function forgetLists(database: Database, lists: readonly number[]) {
  database.transaction(() => {
    for (const list of lists) {
      database.run('DELETE FROM rows WHERE list_id = ?', list)
      database.run('DELETE FROM chunks WHERE list_id = ?', list)
      database.run('DELETE FROM lists WHERE id = ?', list)
    }
  })
  shrink(database)
}

export function forgetSource(database: Database, source: string) {
  database.transaction(() => {
    const lists = 'SELECT id FROM lists WHERE source = ?'
    database.run(`DELETE FROM rows WHERE list_id IN (${lists})`, source)
    database.run(`DELETE FROM chunks WHERE list_id IN (${lists})`, source)
    for (const table of ['lists', 'details', 'chain_heads'])
      database.run(`DELETE FROM ${table} WHERE source = ?`, source)
  })
  shrink(database)
}

export function forgetUnknownSources(database: Database, isKnown: (source: string) => boolean) {
  const sources = database.all<{ source: string }>(
    'SELECT source FROM lists UNION SELECT source FROM details',
  )
  for (const { source } of sources) if (!isKnown(source)) forgetSource(database, source)
}
