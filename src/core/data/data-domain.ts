import type { CaseArchive } from '../cases/case-archive.ts'
import type { Exports } from '../export/create-exports.ts'
import type { Keep } from '../keep/keep.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { LocalArchive } from '../archive/local-archive.ts'
import type { SignatureLists } from '../abi/lists/signature-lists.ts'
import type { Ledgers } from '../ledger/create-ledgers.ts'
import { createImports } from '../watchlist/import-watchlist.ts'
import { dataParts, type DataDeps } from './data-handlers.ts'
import { folderHandlers, type FolderDeps } from './folder-handlers.ts'

type DataDomainDeps = Omit<DataDeps, 'beforeErase' | 'alsoErase'> &
  Omit<FolderDeps, 'imports'> & {
    readonly caseArchive: Pick<CaseArchive, 'erase'>
    readonly signatureLists: Pick<SignatureLists, 'removeAll'>
    readonly archive: Pick<Archive, 'erase'>
    readonly localArchive: Pick<LocalArchive, 'erase'>
    readonly keep: Keep
    readonly exports: Pick<Exports, 'erase'>
    readonly ledgers: Pick<Ledgers, 'forget'>
  }

/** All of a person's data: export, erasure and import. */
export function dataDomain(deps: DataDomainDeps) {
  const { handlers, streams } = dataParts({
    ...deps,
    beforeErase: () => deps.keep.drop(null),
    alsoErase() {
      deps.caseArchive.erase()
      deps.signatureLists.removeAll()
      deps.archive.erase()
      deps.localArchive.erase()
      deps.keep.reload()
      deps.exports.erase()
      return deps.ledgers.forget()
    },
  })
  // A separate object: importing a folder must not replace the preview of a file.
  const imports = createImports(deps.store, deps.watchlist)
  return { handlers: { ...handlers, ...folderHandlers({ ...deps, imports }) }, streams }
}
