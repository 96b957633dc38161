/** In which file the rows of a source are. */
import type { Source } from '#shared/source.ts'
import type { Sources } from '../sources/sources.ts'
import type { Archive } from './create-archive.ts'
import type { StoredApart, LocalArchive } from './local-archive.ts'
import type { ListRequest } from './list-name.ts'
import { membersIn } from './named-lists.ts'

export interface RowArchives {
  /** Of what remote sources gave. */
  readonly archive: Archive
  /**
   * Of a source, or of one of its lists: one that may not be kept is in the file that is thrown away. Undefined of a source that
   * is gone, and where nothing can be written.
   */
  of(source: string, list?: ListRequest): Archive | undefined
  /**
   * The list is in the file that is thrown away, or in memory, until what is returned is called: its source says that it is not
   * whole, gives it in another order, or it can't be written where it would be kept.
   */
  throwAway(list: ListRequest, how: StoredApart): () => void
}

export interface RowArchivesDeps {
  readonly sources: Pick<Sources, 'get'>
  readonly archive: Archive
  /** Rows that came with cases, where any did. */
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
      const source = find(sources, id)
      if (!source) return undefined
      // It can be made again.
      if (list && membersIn(list)) return localArchive.open(list)
      if (source.kind === 'case') return caseArchive.open()
      return isLocal(source) || (list && !isKept(list)) ? localArchive.open(list) : archive
    },
    throwAway: localArchive.hold,
  }
}

/** The sample chain and the index of a node are on this machine already. */
export const isKept = (sources: Pick<Sources, 'get'>, id: string) => {
  const { kind } = sources.get(id)
  return kind === 'instance' || kind === 'pro'
}

/** Its service is ours, on this machine: what is read of it costs nothing. */
export const isLocal = ({ kind }: Pick<Source, 'kind'>) => kind === 'sample' || kind === 'node'

function find(sources: Pick<Sources, 'get'>, id: string): Source | undefined {
  try {
    return sources.get(id)
  } catch {
    return undefined
  }
}
