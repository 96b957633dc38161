import type { IndexDatabase } from '../store/index-database.ts'

/**
 * Indexes for what is rarely asked for: every database index slows down the sync, so these are made at the first such
 * request (about a second for a million rows) and kept. `indexes`: what each is on, by its name.
 */
export function addIndexes(database: IndexDatabase, indexes: Readonly<Record<string, string>>) {
  const known = namesIn(database)
  for (const [name, on] of Object.entries(indexes)) {
    if (known.has(name)) continue
    database.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${on}`)
    known.add(name)
  }
}

/** The names that each file is known to have: they stay as long as it is open. */
const KNOWN = new WeakMap<IndexDatabase, Set<string>>()

function namesIn(database: IndexDatabase): Set<string> {
  const known = KNOWN.get(database) ?? new Set()
  KNOWN.set(database, known)
  return known
}
