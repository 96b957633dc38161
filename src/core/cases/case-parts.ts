import type { Store } from '../store/open-store.ts'
import { createNotes } from '../notes/notes.ts'
import type { Sources } from '../sources/sources.ts'
import { createCaseArchive } from './case-archive.ts'
import { createCases } from './cases.ts'

/** What a person notes, and what is handed over. `isSource`: whether rows of a source are still those of a case. */
export function createCaseParts(store: Store, sources: Sources, isSource: (id: string) => boolean) {
  const notes = createNotes(store)
  const caseArchive = createCaseArchive(store.dataDir)
  const cases = createCases({ store, notes, sources })
  caseArchive.open()?.keepSources(isSource)
  return { notes, cases, caseArchive }
}
