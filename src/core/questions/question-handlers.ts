/** The calls and events `questions.*`. */
import type { questionCalls, questionEvents } from '#shared/rpc/contract/questions.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { createSavedQuestions, type SavedQuestions } from './questions.ts'

const questionHandlers = (questions: SavedQuestions): Pick<Handlers, keyof typeof questionCalls> => ({
  'questions.save': (question) => questions.save(question),
  'questions.rename': ({ id, name }) => {
    questions.rename(id, name)
    return null
  },
  'questions.see': ({ id, seen }) => {
    questions.see(id, seen)
    return null
  },
  'questions.remove': ({ id }) => {
    questions.remove(id)
    return null
  },
})

const questionStreams = (questions: SavedQuestions): Pick<Streams, keyof typeof questionEvents> => ({
  'questions.changed': (_, emit) => {
    emit(questions.list())
    return questions.onChange(emit)
  },
})

/** Saved questions. */
export function questionsDomain(store: Database) {
  const savedQuestions = createSavedQuestions(store)
  return {
    savedQuestions,
    handlers: questionHandlers(savedQuestions),
    streams: questionStreams(savedQuestions),
  }
}
