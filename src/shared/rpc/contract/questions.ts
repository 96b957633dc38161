/** Saved questions: named filters, each with the page that it is asked on. */
import * as z from 'zod/mini'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import { call, event } from './definition.ts'
import { rowScope } from './rows.ts'

export const MAX_QUESTIONS = 200
export const MAX_QUESTION_NAME_LENGTH = 100

const MAX_SCOPE_LENGTH = 20_000

export const newQuestion = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(MAX_QUESTION_NAME_LENGTH)),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_QUERY_LENGTH)),
  /** A path of the renderer's router with its query, without the filter's text. */
  path: z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/)),
  /** The scope in which matching rows are counted. */
  scope: rowScope.check(z.refine((scope) => JSON.stringify(scope).length <= MAX_SCOPE_LENGTH)),
  /** The number of rows when the question was last opened; null if there were no stored rows. */
  seen: z.nullable(z.int().check(z.minimum(0))),
})
export type NewQuestion = z.infer<typeof newQuestion>

export interface SavedQuestion extends NewQuestion {
  readonly id: number
}

const id = z.int().check(z.positive())

export const questionCalls = {
  /** `invalid_input` (field `name`) if the name is taken, or if there are too many questions. */
  'questions.save': call<SavedQuestion>().with(newQuestion),
  /** `invalid_input` (field `name`) if the name is taken. */
  'questions.rename': call<null>().with(z.object({ id, name: newQuestion.shape.name })),
  /** Records that the question was opened, with its present number of rows. */
  'questions.see': call<null>().with(z.object({ id, seen: z.int().check(z.minimum(0)) })),
  /** Removes a saved question. */
  'questions.remove': call<null>().with(z.object({ id })),
} as const

export const questionEvents = {
  /** All questions, sorted by name. */
  'questions.changed': event<readonly SavedQuestion[]>().with(z.object({})),
} as const
