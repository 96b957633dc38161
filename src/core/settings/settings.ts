/** A person's settings. Each is a row; a row that no longer fits the schema is ignored. */
import * as z from 'zod/mini'
import { settings as schema } from '#shared/settings-schema.ts'
import { withDefaults, type AllSettings, type Settings } from '#shared/settings.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createEmitter } from '#shared/emitter.ts'
import { usableKeys } from '#shared/shortcuts.ts'

export interface SettingsStore {
  /** The settings that are set. */
  read(): Settings
  /** The settings with defaults for the rest. */
  readAll(): AllSettings
  /** Changes only the given settings. Returns all that are set. */
  change(changes: Settings): Settings
  onChange(listener: (settings: Settings) => void): () => void
  /** Call it after everything was erased. */
  reload(): void
}

export function createSettings(store: Database): SettingsStore {
  const changed = createEmitter<Settings>()
  let current = load(store)
  return {
    read: () => current,
    readAll: () => withDefaults(current),
    change(changes) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      if (given.length === 0) return current
      store.transaction(() => {
        for (const [name, value] of given) {
          store.run(
            'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)',
            name,
            JSON.stringify(value),
          )
        }
      })
      current = { ...current, ...Object.fromEntries(given) }
      changed.emit(current)
      return current
    },
    onChange: (listener) => changed.on(listener),
    reload() {
      current = load(store)
      changed.emit(current)
    },
  }
}

function load(store: Database): Settings {
  const rows = store.all<{ name: string; value: string }>('SELECT name, value FROM settings')
  const readable = rows.flatMap(({ name, value }) => {
    if (!Object.hasOwn(schema.shape, name)) return []
    const stored = name === 'shortcuts' ? usableKeys(parseJson(value)) : parseJson(value)
    const read = z.safeParse(schema.shape[name as keyof Settings], stored)
    return read.success && read.data !== undefined ? [[name, read.data] as const] : []
  })
  return Object.fromEntries(readable)
}
