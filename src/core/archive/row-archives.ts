/** Chooses the file for the rows of a source. */
import type { Source } from '#shared/source.ts'
import type { Sources } from '../sources/sources.ts'
import type { Archive } from './create-archive.ts'
import type { StoredApart, LocalArchive } from './local-archive.ts'
import type { ListRequest } from './list-name.ts'
import { membersIn } from './named-lists.ts'

export interface RowArchives {
  /** The archive of remote sources' rows. */
  readonly archive: Archive
  /**
   * The archive of a source, or of one of its lists: a list that may not be stored is in the temporary file.
   * Undefined for a source that is gone, and if nothing can be written.
   */
  of(source: string, list?: ListRequest): Archive | undefined
  /**
   * Stores the list in the temporary file, or in memory, until the returned function is called: its source says that
   * it is incomplete, sends it in another order, or it can't be written in its usual place.
   */
  throwAway(list: ListRequest, how: StoredApart): () => void
}

export interface RowArchivesDeps {
  readonly sources: Pick<Sources, 'find'>
  readonly archive: Archive
  /** Rows that came with cases, if there are any. */
  readonly caseArchive: { readonly open: () => Archive | undefined }
  readonly localArchive: Pick<LocalArchive, 'open' | 'hold' | 'isStoredApart'>
}

export function createRowArchives({
  sources,
  archive,
  caseArchive,
  localArchive,
}: RowArchivesDeps): RowArchives {
  const isKept = (list: ListRequest) => archive.list(list) !== undefined && !localArchive.isStoredApart(list)
  return {
    archive,
    of(id, list) {
      const source = sources.find(id)
      if (!source) return undefined
      // The combined list can be built again.
      if (list && membersIn(list)) return localArchive.open(list)
      if (source.kind === 'case') return caseArchive.open()
      return isLocal(source) || (list && !isKept(list)) ? localArchive.open(list) : archive
    },
    throwAway: localArchive.hold,
  }
}

/** False for the sample chain and the index of a node, which are on this machine already. */
export const isKept = (sources: Pick<Sources, 'get'>, id: string) => {
  const { kind } = sources.get(id)
  return kind === 'instance' || kind === 'pro'
}

/** Whether its service is ours, on this machine: reading from it is free. */
export const isLocal = ({ kind }: Pick<Source, 'kind'>) => kind === 'sample' || kind === 'node'
