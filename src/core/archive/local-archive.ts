/**
 * Rows that are here only while somebody looks at them, so that they can be asked like any others: those of the chains on this
 * machine (the sample chain, followed nodes), which can be read again at no cost and whose chain may be another then, and those
 * of lists that may not be kept. In a file of their own that is begun anew with each start; words that a person searched for
 * are in no file.
 */
import { join } from 'node:path'
import { makePrivateFolder } from '#platform/private-files.ts'
import { isSearch } from '#shared/lists/can-be-held.ts'
import { deleteArchiveFiles } from './archive-file.ts'
import { createArchive, type Archive, type ArchiveOptions } from './create-archive.ts'
import { formatHeldName, type ListRequest } from './held-list.ts'

export interface LocalArchive {
  /** Where this list is, or any other. Made when it is first needed. Undefined where its folder can't be, and after the end. */
  open(list?: Pick<ListRequest, 'list' | 'filters'>): Archive | undefined
  /** The list stays whatever room is needed, until what is returned is called. */
  pin(list: ListRequest): () => void
  isPinned(list: ListRequest): boolean
  /** Of one source, or everything; of an address, its lists. */
  forget(source: string | null, address?: string): void
  /** Deletes what is in it. */
  erase(): void
  close(): void
}

const LOCAL_FOLDER = 'local'
const IN_MEMORY = ':memory:'

export function createLocalArchive({
  dataDir,
  maxBytes,
}: Pick<ArchiveOptions, 'dataDir' | 'maxBytes'>): LocalArchive {
  const folder = dataDir === IN_MEMORY ? dataDir : join(dataDir, LOCAL_FOLDER)
  const pinned = new Set<ListRequest>()
  const archives = new Map<string, Archive>()
  let isClosed = false
  const removeFiles = () => {
    try {
      deleteArchiveFiles(folder)
    } catch {
      // Whoever can't delete it can't write to it either.
    }
  }
  removeFiles()

  return {
    open(list) {
      const place = list && isSearch(list.list, list.filters) ? IN_MEMORY : folder
      const opened = archives.get(place)
      if (opened || isClosed) return opened
      try {
        if (place !== IN_MEMORY) makePrivateFolder(place)
      } catch {
        return undefined
      }
      const archive = createArchive({
        ...{ maxBytes, dataDir: place, holdsAny: true },
        isOn: () => true,
        keptLists: () => [...pinned],
      })
      archives.set(place, archive)
      return archive
    },
    pin(list) {
      const one = { ...list }
      pinned.add(one)
      return () => void pinned.delete(one)
    },
    isPinned(list) {
      const name = formatHeldName(list)
      return [...pinned].some((one) => formatHeldName(one) === name)
    },
    forget(source, address) {
      for (const archive of archives.values()) archive.forget(source, address)
    },
    erase() {
      for (const archive of archives.values()) archive.erase()
    },
    close() {
      isClosed = true
      for (const archive of archives.values()) archive.close()
      archives.clear()
      removeFiles()
    },
  }
}
