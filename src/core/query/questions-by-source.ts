/** Selects the file to ask. Rows of remote sources, of cases and of local chains are in separate files and never mixed. */
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import type { Archive } from '../archive/create-archive.ts'
import { namedLists } from '../archive/named-lists.ts'
import type { RowArchives } from '../archive/row-archives.ts'
import type { RowQuestions } from './ask-archive.ts'

export interface QuestionsBySource {
  /** Over the rows of all remote sources. */
  readonly ofAll: RowQuestions
  /** Over the rows of a scope. */
  of(scope: RowScope): RowQuestions
  close(this: void): void
}

export function createQuestionsBySource(
  archives: RowArchives,
  create: (archive: Archive) => RowQuestions,
): QuestionsBySource {
  const { archive } = archives
  const ofAll = create(archive)
  const others = new Map<Archive, RowQuestions>()

  function questionsOf(asked: Archive | undefined): RowQuestions {
    if (!asked || asked === archive) return ofAll
    let questions = others.get(asked)
    if (!questions) others.set(asked, (questions = create(asked)))
    return questions
  }

  return {
    ofAll,
    of(scope) {
      if (scope.of === 'list') return questionsOf(archives.of(scope.source, namedLists(scope)[0]))
      const [source, ...more] = scope.sources ?? []
      return source === undefined || more.length > 0 ? ofAll : questionsOf(archives.of(source))
    },
    close() {
      for (const questions of [ofAll, ...others.values()]) questions.close()
    },
  }
}
