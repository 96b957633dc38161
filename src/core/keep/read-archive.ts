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

/** The archive of what is read from sources, where and as large as the person has set it. */
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

/** Whether rows are written down, and how much room each of their files may take. */
export const archiveSettings = (settings: Pick<SettingsStore, 'read'>) => ({
  isOn: () => withDefaults(settings.read()).keepRead,
  maxBytes: () => withDefaults(settings.read()).keepMegabytes * 1_000_000,
})
