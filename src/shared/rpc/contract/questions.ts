/** Questions of the filter language that a person saved under a name, with the place they are asked at. */
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
  /** A path of the renderer's router with its query, but for the text. */
  path: z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/)),
  /** Where its rows are counted. */
  scope: rowScope.check(z.refine((scope) => JSON.stringify(scope).length <= MAX_SCOPE_LENGTH)),
  /** Rows it had when it was opened last; null where none were kept. */
  seen: z.nullable(z.int().check(z.minimum(0))),
})
export type NewQuestion = z.infer<typeof newQuestion>

export interface SavedQuestion extends NewQuestion {
  readonly id: number
}

const id = z.int().check(z.positive())

export const questionCalls = {
  /** `invalid_input` (field `name`) where there is one of that name, or as many as there may be. */
  'questions.save': call<SavedQuestion>().with(newQuestion),
  'questions.rename': call<null>().with(z.object({ id, name: newQuestion.shape.name })),
  /** It was opened, and has so many rows. */
  'questions.see': call<null>().with(z.object({ id, seen: z.int().check(z.minimum(0)) })),
  'questions.remove': call<null>().with(z.object({ id })),
} as const

export const questionEvents = {
  /** All of them, by name. */
  'questions.changed': event<readonly SavedQuestion[]>().with(z.object({})),
} as const
