/**
 * The folder to which the person moved the archive. It belongs to this machine: no export or import of settings
 * contains it.
 */
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'

export interface ArchiveFolder {
  /** Undefined for the place beside the store. */
  read(): string | undefined
  write(folder: string | null): void
}

/** The name of its row among the settings. The settings' schema does not contain it. */
const NAME = 'archiveFolder'

export function createArchiveFolder(store: Database): ArchiveFolder {
  return {
    read() {
      const row = store.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', NAME)
      const folder = z.safeParse(z.string(), row && parseJson(row.value))
      return folder.success ? folder.data : undefined
    },
    write(folder) {
      if (folder === null) store.run('DELETE FROM settings WHERE name = ?', NAME)
      else
        store.run('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', NAME, JSON.stringify(folder))
    },
  }
}
