import { noteHandlers, noteStreams } from '../notes/note-handlers.ts'
import { createNotes } from '../notes/notes.ts'
import type { Sources } from '../sources/sources.ts'
import type { Store } from '../store/open-store.ts'
import { createCaseArchive } from './case-archive.ts'
import { caseStreams } from './case-handlers.ts'
import { createCases } from './cases.ts'

interface CasesDeps {
  readonly store: Store
  readonly sources: Sources
  /** Whether a case still has rows of this source. */
  readonly isSource: (id: string) => boolean
}

/** Notes and cases, without case files, which `caseHandlers` reads and writes. */
export function casesDomain({ store, sources, isSource }: CasesDeps) {
  const notes = createNotes(store)
  const caseArchive = createCaseArchive(store.dataDir)
  const cases = createCases({ store, notes, sources })
  caseArchive.open()?.keepSources(isSource)
  return {
    ...{ notes, cases, caseArchive },
    handlers: noteHandlers(notes, cases.getWritable),
    streams: { ...noteStreams(notes), ...caseStreams(cases) },
    close() {
      cases.close()
      caseArchive.close()
    },
  }
}
