import { withDefaults } from '#shared/settings.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { keptLists, type readKeptJobs } from './keep-rows.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { createArchiveFolder } from '../archive/archive-folder.ts'
import { createArchive, type Archive } from '../archive/create-archive.ts'

interface ArchiveParts {
  readonly store: Database
  readonly settings: SettingsStore
  readonly jobs: ReturnType<typeof readKeptJobs>
  readonly isSource: (id: string) => boolean
}

/** Creates the archive of data from sources, with the person's folder and limit. */
export function createReadArchive(
  dataDir: string,
  { store, settings, jobs, isSource }: ArchiveParts,
): Archive {
  const archive = createArchive({
    dataDir,
    folder: createArchiveFolder(store),
    keptLists: () => keptLists(jobs),
    ...archiveSettings(settings),
  })
  archive.keepSources(isSource)
  return archive
}

/** Whether rows are stored, and the room for each of their files. */
export const archiveSettings = (settings: Pick<SettingsStore, 'read'>) => ({
  isOn: () => withDefaults(settings.read()).keepRead,
  maxBytes: () => withDefaults(settings.read()).keepMegabytes * 1_000_000,
})
