/** Holds the archive's open file. If it proves to be damaged in use, it is set aside. */
import { join } from 'node:path'
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import { createEmitter } from '#shared/emitter.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { ArchiveProblem } from '#shared/rpc/contract/archive.ts'
import {
  ARCHIVE_FILE,
  deleteArchiveFiles,
  openArchiveFile,
  problemOf,
  setAsideAndReopen,
  type ArchiveFile,
} from './archive-file.ts'
import { deleteEarlierArchive, openEarlierArchive, type EarlierArchive } from './earlier-archive.ts'
import { createKeptDetails } from './kept-details.ts'
import { RowStore } from '../rows/row-store.ts'
import { checkFolder, copyArchive } from './move-archive.ts'

export interface OpenArchive {
  readonly database: Database
  readonly rows: RowStore
  readonly details: ReturnType<typeof createKeptDetails>
  /** The file of an earlier version, while it has data. */
  readonly earlier: EarlierArchive | undefined
}

const partsOf = (database: Database, folder: string): OpenArchive => ({
  database,
  rows: new RowStore(database),
  details: createKeptDetails(database),
  earlier: openEarlierArchive(folder),
})

export type FileHolder = ReturnType<typeof createFileHolder>

export function createFileHolder(options: { readonly dataDir: string; readonly folder?: ArchiveFolder }) {
  const { dataDir } = options
  const isInMemory = dataDir === ':memory:'
  let problem: ArchiveProblem | undefined
  let isMoving = false
  let isClosed = false
  const replaced = createEmitter()
  /** The folder of the open file. The setting that names it may be erased before the file is. */
  let at = folder()
  let open = take(openArchiveFile(at))

  function folder(): string {
    return (isInMemory ? undefined : options.folder?.read()) ?? dataDir
  }
  function take(file: ArchiveFile): OpenArchive | undefined {
    problem = file.problem
    const { database } = file
    return database && partsOf(database, at)
  }
  function closeFile() {
    replaced.emit()
    open?.earlier?.close()
    open?.database.close()
    open = undefined
  }

  return {
    /** Undefined if the file can't be used. */
    use<T>(work: (open: OpenArchive) => T): T | undefined {
      if (!open) return undefined
      try {
        const result = work(open)
        if (problem !== 'was_damaged') problem = undefined
        return result
      } catch (error) {
        problem = problemOf(error)
        if (problem === 'damaged') {
          closeFile()
          open = take(setAsideAndReopen(at))
        }
        return undefined
      }
    },
    /** Undefined once nothing of it is left. */
    earlier: () => (open?.earlier?.isOver() === false ? open.earlier : undefined),
    state: () => ({ problem, isOpen: open !== undefined, isMoving, folder: at }),
    /** Deletes everything, also a newer program's file, because the person asked for it. */
    begin() {
      if (isMoving) return
      closeFile()
      deleteArchiveFiles(at)
      deleteEarlierArchive(at)
      at = folder()
      open = take(openArchiveFile(at))
    },
    async move(target: string | null) {
      const from = at
      const to = target ?? dataDir
      checkFolder(to, { from, isMoving, isInMemory, isOwn: target === null, file: ARCHIVE_FILE })
      // The only file beside the data is the remainder of an interrupted move.
      if (target === null) deleteArchiveFiles(to)
      open?.database.get('PRAGMA wal_checkpoint(TRUNCATE)')
      const hadFile = open !== undefined
      closeFile()
      isMoving = true
      try {
        // If the file can't be reached, there is nothing to move.
        if (hadFile) await copyArchive(join(from, ARCHIVE_FILE), join(to, ARCHIVE_FILE))
        options.folder?.write(target)
        if (hadFile) deleteArchiveFiles(from)
      } finally {
        isMoving = false
        at = folder()
        if (!isClosed) open = take(openArchiveFile(at))
      }
    },
    onReplace: (listener: () => void) => replaced.on(listener),
    close() {
      isClosed = true
      closeFile()
    },
  }
}

export interface ArchiveFolder {
  /** Undefined for the place beside the store. */
  read(): string | undefined
  write(folder: string | null): void
}

/** The name of its row among the settings. The settings' schema does not contain it. */
const NAME = 'archiveFolder'

/**
 * The folder to which the person moved the archive. It belongs to this machine: no export or import of settings
 * contains it.
 */
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
