import { archiveHandlers } from '../archive/archive-handlers.ts'
import { createLocalArchive } from '../archive/local-archive.ts'
import { createRowArchives, type RowArchivesDeps } from '../archive/row-archives.ts'
import type { FolderChoice } from '../data/folder-choice.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Sources } from '../sources/sources.ts'
import { readKeptJobs } from './keep-rows.ts'
import { createListPager } from '../read/list-pager.ts'
import { archiveSettings, createReadArchive } from './read-archive.ts'

interface ArchiveDeps {
  readonly store: Database
  readonly dataDir: string
  readonly settings: SettingsStore
  readonly sources: Sources
  readonly client: ApiClient
  readonly isSource: (id: string) => boolean
  readonly choice: FolderChoice
  readonly caseArchive: RowArchivesDeps['caseArchive']
}

type BeforeForget = (source: string | null, address: string | undefined) => Promise<void>

/** The archive of data from sources, and the jobs that read lists to their end. */
export function archiveDomain(deps: ArchiveDeps) {
  const { store, dataDir, settings, sources, client, isSource, choice } = deps
  const jobs = readKeptJobs(store, isSource)
  const archive = createReadArchive(dataDir, { ...deps, jobs })
  const localArchive = createLocalArchive({ dataDir, maxBytes: archiveSettings(settings).maxBytes })
  const archives = createRowArchives({ ...deps, archive, localArchive })
  const before: BeforeForget[] = []
  return {
    ...{ jobs, archive, localArchive, archives },
    pager: createListPager({ client, sources, archives }),
    /** For data that is computed from rows and must be deleted before them; called one after another. */
    beforeForget: (listener: BeforeForget) => void before.push(listener),
    handlers: archiveHandlers(
      archive,
      async (source, address) => {
        for (const listener of before) await listener(source, address)
        localArchive.forget(source, address)
      },
      (folder) => {
        choice.check(folder)
      },
    ),
    close: () => {
      localArchive.close()
      archive.close()
    },
  }
}
