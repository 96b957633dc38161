/** In which file the rows of a source are. */
import type { Source } from '#shared/source.ts'
import type { Sources } from '../sources/sources.ts'
import type { Archive } from './create-archive.ts'

export interface RowArchives {
  /** Of what remote sources gave. */
  readonly archive: Archive
  /** Undefined of a source that is gone, and where nothing can be written. */
  of(source: string): Archive | undefined
}

export interface RowArchivesDeps {
  readonly sources: Pick<Sources, 'get'>
  readonly archive: Archive
  /** Rows that came with cases, where any did. */
  readonly caseArchive: { readonly open: () => Archive | undefined }
  readonly localArchive: { readonly open: () => Archive | undefined }
}

export const createRowArchives = ({
  sources,
  archive,
  caseArchive,
  localArchive,
}: RowArchivesDeps): RowArchives => ({
  archive,
  of(id) {
    const source = find(sources, id)
    if (!source) return undefined
    if (source.kind === 'case') return caseArchive.open()
    return isLocal(source) ? localArchive.open() : archive
  },
})

/** Its service is ours, on this machine: what is read of it costs nothing. */
export const isLocal = ({ kind }: Pick<Source, 'kind'>) => kind === 'sample' || kind === 'node'

function find(sources: Pick<Sources, 'get'>, id: string): Source | undefined {
  try {
    return sources.get(id)
  } catch {
    return undefined
  }
}
