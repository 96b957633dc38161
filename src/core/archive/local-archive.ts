/**
 * Rows of the chains on this machine (the sample chain, followed nodes), read so that they can be asked like any others. In a
 * file of their own that is begun anew with each start: they can be read again at no cost, and their chain may be another then.
 */
import { join } from 'node:path'
import { makePrivateFolder } from '#platform/private-files.ts'
import { deleteArchiveFiles } from './archive-file.ts'
import { createArchive, type Archive, type ArchiveOptions } from './create-archive.ts'
import type { ListRequest } from './held-list.ts'

export interface LocalArchive {
  /** Made when it is first needed. Undefined where its folder can't be. */
  open(): Archive | undefined
  /** The list stays whatever room is needed, until what is returned is called. */
  pin(list: ListRequest): () => void
  /** Deletes what is in it. */
  erase(): void
  close(): void
}

const LOCAL_FOLDER = 'local'

export function createLocalArchive({
  dataDir,
  ...options
}: Pick<ArchiveOptions, 'dataDir' | 'isOn' | 'maxBytes'>): LocalArchive {
  const folder = dataDir === ':memory:' ? dataDir : join(dataDir, LOCAL_FOLDER)
  const pinned = new Set<ListRequest>()
  let archive: Archive | undefined
  const removeFiles = () => {
    try {
      deleteArchiveFiles(folder)
    } catch {
      // Whoever can't delete it can't write to it either.
    }
  }
  removeFiles()

  return {
    open() {
      if (archive) return archive
      try {
        if (folder !== ':memory:') makePrivateFolder(folder)
      } catch {
        return undefined
      }
      return (archive = createArchive({ ...options, dataDir: folder, keptLists: () => [...pinned] }))
    },
    pin(list) {
      const one = { ...list }
      pinned.add(one)
      return () => void pinned.delete(one)
    },
    erase() {
      archive?.erase()
    },
    close() {
      archive?.close()
      archive = undefined
      removeFiles()
    },
  }
}
