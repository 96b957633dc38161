/**
 * Rows that are here only while somebody looks at them, so that they can be asked like any others: those of the chains on this
 * machine (the sample chain, followed nodes), which can be read again at no cost and whose chain may be another then, and those
 * of lists that may not be kept. In a file of their own that is begun anew with each start; words that a person searched for
 * are in no file.
 */
import { join } from 'node:path'
import { makePrivateFolder } from '#platform/private-files.ts'
import { isSearch } from '#shared/lists/can-be-kept.ts'
import { deleteArchiveFiles } from './archive-file.ts'
import { createArchive, type Archive, type ArchiveOptions, type RowLimits } from './create-archive.ts'
import { formatListName, type ListRequest } from './list-name.ts'

/** How a list is kept that can't be kept as its source gives it, or not where it would be. */
export interface StoredApart {
  /** In no file. */
  readonly isInMemory: boolean
  /** In the order of its source, which is not that of the chain. */
  readonly isAsItCame: boolean
}

export interface LocalArchive {
  /** Where this list is, or any other. Made when it is first needed: in memory, where no file can be. Undefined after the end. */
  open(list?: ListRequest): Archive | undefined
  /** Those that were needed. */
  all(): readonly Archive[]
  /** The list is kept so until what is returned is called. Nothing of it is moved. */
  readonly hold: (list: ListRequest, how: StoredApart) => () => void
  isStoredApart(list: ListRequest): boolean
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
const MAX_ROWS_IN_MEMORY: RowLimits = { ofList: 50_000, ofAll: 200_000 }

export function createLocalArchive({
  dataDir,
  maxBytes,
  maxRowsInMemory = MAX_ROWS_IN_MEMORY,
}: Pick<ArchiveOptions, 'dataDir' | 'maxBytes'> & { readonly maxRowsInMemory?: RowLimits }): LocalArchive {
  const folder = dataDir === IN_MEMORY ? dataDir : join(dataDir, LOCAL_FOLDER)
  const pinned = new Set<ListRequest>()
  const archives = new Map<string, Archive>()
  const apart = new Map<string, StoredApart>()
  const howStored = (list: ListRequest) => (apart.size > 0 ? apart.get(formatListName(list)) : undefined)
  let isClosed = false
  const removeFiles = () => {
    try {
      deleteArchiveFiles(folder)
    } catch {
      // Whoever can't delete it can't write to it either.
    }
  }
  removeFiles()

  function create(place: string): Archive {
    return createArchive({
      ...{ maxBytes, dataDir: place, holdsAny: true },
      isOn: () => true,
      keptLists: () => [...pinned],
      isAsItCame: (list) => howStored(list)?.isAsItCame === true,
      ...(place === IN_MEMORY && { maxRows: maxRowsInMemory }),
    })
  }
  function createInFile(): Archive | undefined {
    try {
      makePrivateFolder(folder)
    } catch {
      return undefined
    }
    const archive = create(folder)
    if (archive.reading.database()) return archive
    archive.close()
    return undefined
  }
  function openIn(place: string): Archive {
    const archive =
      archives.get(place) ?? (place === IN_MEMORY ? create(IN_MEMORY) : (createInFile() ?? openIn(IN_MEMORY)))
    archives.set(place, archive)
    return archive
  }

  return {
    open(list) {
      if (isClosed) return undefined
      const isInMemory = list && (isSearch(list.list, list.filters) || howStored(list)?.isInMemory)
      return openIn(isInMemory ? IN_MEMORY : folder)
    },
    all: () => [...new Set(archives.values())],
    hold(list, how) {
      const name = formatListName(list)
      apart.set(name, how)
      return () => void apart.delete(name)
    },
    isStoredApart: (list) => howStored(list) !== undefined,
    pin(list) {
      const one = { ...list }
      pinned.add(one)
      return () => void pinned.delete(one)
    },
    isPinned(list) {
      const name = formatListName(list)
      return [...pinned].some((one) => formatListName(one) === name)
    },
    forget(source, address) {
      for (const archive of new Set(archives.values())) archive.forget(source, address)
    },
    erase() {
      for (const archive of new Set(archives.values())) archive.erase()
    },
    close() {
      isClosed = true
      for (const archive of new Set(archives.values())) archive.close()
      archives.clear()
      removeFiles()
    },
  }
}
