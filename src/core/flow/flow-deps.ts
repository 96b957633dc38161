/** Tells where rows of a source are: in an archive, or at our own service. */
import type { Archive } from '../archive/create-archive.ts'
import { isCounted, type ReadDeps } from '../ledger/read-lists.ts'

export interface FlowDeps extends ReadDeps {
  /** Rows that came with cases, if there are any. */
  readonly caseArchive: { readonly open: () => Archive | undefined }
}

/** Whether only stored rows are used: a source that counts requests is not asked, and a case has no server. */
export const isOfArchive = ({ sources }: FlowDeps, source: string): boolean =>
  isCounted(sources, source) || sources.get(source).kind === 'case'

export const archiveOf = (deps: FlowDeps, source: string): Archive | undefined =>
  deps.sources.get(source).kind === 'case' ? deps.caseArchive.open() : deps.archive

/** Identifies the address whose movements are read. */
export interface MovementsRequest {
  readonly source: string
  /** In lower case. */
  readonly address: string
}
