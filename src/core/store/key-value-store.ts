/**
 * Small values that the core and its host store between two runs, as JSON by name: the current source, a window's
 * bounds.
 */
import type { Database } from '#platform/sqlite/database.ts'

export interface KeyValueStore {
  /** Undefined if there is none. Any version of the program may have written the value: validate it. */
  read(name: string): unknown
  write(name: string, value: unknown): void
  remove(name: string): void
}

export function createKeyValueStore(store: Database): KeyValueStore {
  return {
    read(name) {
      const row = store.get<{ value: string }>('SELECT value FROM key_values WHERE name = ?', name)
      try {
        return row && (JSON.parse(row.value) as unknown)
      } catch {
        return undefined
      }
    },
    write(name, value) {
      store.run('INSERT OR REPLACE INTO key_values (name, value) VALUES (?, ?)', name, JSON.stringify(value))
    },
    remove(name) {
      store.run('DELETE FROM key_values WHERE name = ?', name)
    },
  }
}
