import type { Database } from '#platform/sqlite/database.ts'
import { createRecentItems } from './recent-items.ts'
import { settingsHandlers, settingsStreams } from './settings-handlers.ts'
import { createSettings } from './settings.ts'

/** Settings and recent items. */
export function settingsDomain(store: Database) {
  const settings = createSettings(store)
  const recents = createRecentItems(store)
  const parts = { settings, recents }
  return {
    ...parts,
    handlers: settingsHandlers(parts),
    streams: settingsStreams(parts),
    close() {
      recents.flush()
    },
  }
}
