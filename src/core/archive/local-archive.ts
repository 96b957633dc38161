/**
 * Temporary rows, stored only while somebody looks at them, so that they can be queried like any others: rows of
 * chains on this machine (the sample chain, followed nodes), which can be read again at no cost and may belong to a
 * changed chain then, and rows of lists that may not be stored. They are in a separate file that begins empty at each
 * start; searches are in no file.
 */
import { join } from 'node:path'
import { makePrivateFolder } from '#platform/private-files.ts'
import { isSearch } from '#shared/lists/can-be-kept.ts'
import { deleteArchiveFiles } from './archive-file.ts'
import { createArchive, type Archive, type ArchiveOptions, type RowLimits } from './create-archive.ts'
import { formatListName, type ListRequest } from './list-name.ts'

/** How a list is stored that has a source's order, or can't be written in its usual place. */
export interface StoredApart {
  /** In no file. */
  readonly isInMemory: boolean
  /** In the order of its source, which is not that of the chain. */
  readonly isAsItCame: boolean
}

export interface LocalArchive {
  /**
   * The archive of this list, or of any other. Created at first use, in memory if no file can be created. Undefined
   * after closing.
   */
  open(list?: ListRequest): Archive | undefined
  /** The archives that were created. */
  all(): readonly Archive[]
  /** Stores the list in this way until the returned function is called. Existing rows are not moved. */
  readonly hold: (list: ListRequest, how: StoredApart) => () => void
  isStoredApart(list: ListRequest): boolean
  /** Protects the list from eviction until the returned function is called. */
  pin(list: ListRequest): () => void
  isPinned(list: ListRequest): boolean
  /** Deletes the data of one source, or all; for an address, its lists. */
  forget(source: string | null, address?: string): void
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
      // If the file can't be deleted, it can't be written either.
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
