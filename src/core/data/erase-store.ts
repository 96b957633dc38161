/**
 * Erases everything that a person entered: rows, their remains in the file, backups, and damaged files that were set
 * aside.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeBackups } from '../store/backups.ts'
import { DAMAGED_FOLDER, type Store } from '../store/open-store.ts'

export function eraseStore(store: Store): void {
  const tables = store.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  )
  store.transaction(() => {
    store.exec('PRAGMA defer_foreign_keys = ON')
    for (const { name } of tables) store.run(`DELETE FROM "${name}"`)
  })
  // Deleted rows stay readable in free pages and in the log until these two statements.
  store.exec('VACUUM')
  store.get('PRAGMA wal_checkpoint(TRUNCATE)')
  if (store.dataDir === ':memory:') return
  removeBackups(store.dataDir)
  rmSync(join(store.dataDir, DAMAGED_FOLDER), { recursive: true, force: true })
}
