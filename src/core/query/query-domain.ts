import type { ArchiveReading } from '../archive/create-archive.ts'
import type { Sources } from '../sources/sources.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { createHeldQuestions } from './ask-archive.ts'
import { followLabels } from './follow-labels.ts'
import { heldHandlers } from './query-handlers.ts'

interface QueryDomainDeps {
  readonly archive: { readonly reading: ArchiveReading }
  readonly sources: Sources
  readonly watchlist: Watchlist
}

/** Questions over rows that were read. */
export function queryDomain({ archive: { reading }, sources, watchlist }: QueryDomainDeps) {
  const labels = followLabels(watchlist)
  const questions = createHeldQuestions({ reading, labels })
  return {
    ...{ labels, questions },
    handlers: heldHandlers({ questions, reading, sources }),
    close: () => {
      questions.close()
    },
  }
}
