import type { RowArchives } from '../archive/row-archives.ts'
import type { Sources } from '../sources/sources.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { createRowQuestions } from './ask-archive.ts'
import { followLabels } from './follow-labels.ts'
import { rowHandlers } from './query-handlers.ts'
import { createQuestionsBySource } from './questions-by-source.ts'

interface QueryDomainDeps {
  readonly archives: RowArchives
  readonly sources: Sources
  readonly watchlist: Watchlist
}

/** Answers questions over rows that were read. */
export function queryDomain({ archives, sources, watchlist }: QueryDomainDeps) {
  const labels = followLabels(watchlist)
  const { reading } = archives.archive
  const bySource = createQuestionsBySource(archives, ({ reading }) => createRowQuestions({ reading, labels }))
  return {
    ...{ labels, questions: bySource.ofAll, questionsBySource: bySource },
    handlers: rowHandlers({ questions: bySource, reading, sources }),
    close: bySource.close,
  }
}
