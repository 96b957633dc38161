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
  /** Whether rows of a source are still those of a case. */
  readonly isSource: (id: string) => boolean
}

/** What a person notes, and the cases that are handed over: all but their files, which `caseHandlers` read and write. */
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
