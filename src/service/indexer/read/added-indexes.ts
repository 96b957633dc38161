import type { IndexDatabase } from '../store/index-database.ts'

/**
 * Indexes for what is rarely asked for: every database index slows down the sync, so these are made at the first such
 * request (about a second for a million rows) and kept. `indexes`: what each is on, by its name.
 */
export function addIndexes(database: IndexDatabase, indexes: Readonly<Record<string, string>>) {
  for (const [name, on] of Object.entries(indexes)) {
    if (database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', name)) continue
    database.exec(`CREATE INDEX ${name} ON ${on}`)
  }
}
