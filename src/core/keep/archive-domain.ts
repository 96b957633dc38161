import { createArchive, type Archive } from '../archive/create-archive.ts'
import { createLocalArchive } from '../archive/local-archive.ts'
import { createRowArchives, type RowArchivesDeps } from '../archive/row-archives.ts'
import type { FolderChoice } from '../folder-choice.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { archiveCalls } from '#shared/rpc/contract/archive.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { withDefaults } from '#shared/settings.ts'
import type { ApiClient } from '../api-client/create-api-client.ts'
import { createArchiveFolder } from '../archive/file-holder.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Sources } from '../sources/sources.ts'
import { readKeptJobs, keptLists } from './keep-rows.ts'
import { createListPager } from '../read/list-pager.ts'

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

interface ArchiveParts {
  readonly store: Database
  readonly settings: SettingsStore
  readonly jobs: ReturnType<typeof readKeptJobs>
  readonly isSource: (id: string) => boolean
}

/** Creates the archive of data from sources, with the person's folder and limit. */
function createReadArchive(dataDir: string, { store, settings, jobs, isSource }: ArchiveParts): Archive {
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
const archiveSettings = (settings: Pick<SettingsStore, 'read'>) => ({
  isOn: () => withDefaults(settings.read()).keepRead,
  maxBytes: () => withDefaults(settings.read()).keepMegabytes * 1_000_000,
})

/** The calls `archive.*`. `beforeForget` stops everything that would read the data again. */
const archiveHandlers = (
  archive: Archive,
  beforeForget: (source: string | null, address: string | undefined) => Promise<void>,
  /** Throws if the person has not chosen this folder. */
  checkChosen: (folder: string) => void,
): Pick<Handlers, keyof typeof archiveCalls> => ({
  'archive.status': () => archive.status(),
  'archive.forget': async ({ source, address }) => {
    await beforeForget(source, address)
    archive.forget(source, address)
    return null
  },
  'archive.move': async ({ folder }) => {
    if (folder !== null) checkChosen(folder)
    await archive.move(folder)
    return null
  },
})
