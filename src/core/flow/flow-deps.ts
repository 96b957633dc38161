/** Where rows of a source are: in an archive, or at a service of our own that is asked for them. */
import type { Archive } from '../archive/create-archive.ts'
import { isCounted, type ReadDeps } from '../ledger/read-lists.ts'

export interface FlowDeps extends ReadDeps {
  /** Rows that came with cases, where any did. */
  readonly caseArchive: { readonly open: () => Archive | undefined }
}

/** Nothing is asked of a source that counts its requests, and a case has nobody to ask. */
export const isOfArchive = ({ sources }: FlowDeps, source: string): boolean =>
  isCounted(sources, source) || sources.get(source).kind === 'case'

export const archiveOf = (deps: FlowDeps, source: string): Archive | undefined =>
  deps.sources.get(source).kind === 'case' ? deps.caseArchive.open() : deps.archive
