/** Cases: named workspaces with what was noted, and the file that hands one over. */
import * as z from 'zod/mini'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { workspace, type Workspace } from '#shared/workspace/workspace.ts'
import { address } from './fields.ts'
import { detailId, filters, listId, params, sourceId } from './lists.ts'
import { call, event } from './definition.ts'
import { newQuestion, type NewQuestion } from './questions.ts'

export const MAX_CASES = 100
export const MAX_CASE_NAME_LENGTH = 100
export const MAX_CASE_QUESTIONS = 200
/** Of a file. A window looks at its size before it reads it. */
export const MAX_CASE_BYTES = 64 * 1024 * 1024
/** So much of a file is given at once, in characters. */
export const MAX_CASE_PART_LENGTH = 2_000_000
/** Lists and single things whose rows go into a file. */
export const MAX_CASE_LISTS = 300
/** Addresses and transactions of graphs of money whose rows go into a file. */
export const MAX_CASE_FLOWS = 5_000

/** A source as the file of a case describes it. */
export interface CaseSourceView {
  /** Of the source in the window. */
  readonly id: string
  readonly name: string
  readonly chainId: string | null
  /** Empty for what had no public one. */
  readonly host: string
  /** The rows that came with the case. */
  readonly rows: number
  /** One's own source of the same chain and host. */
  readonly match: string | null
}

export interface CaseView {
  readonly id: number
  readonly name: string
  readonly isReadOnly: boolean
  /** In ms since 1970. */
  readonly madeAt: number
  readonly changedAt: number
  /** When the file was saved that it was opened from; null for one that was made here. */
  readonly savedAt: number | null
  readonly notes: number
  readonly places: number
  /** Of a case from a file: those that it brought along. */
  readonly sources: readonly CaseSourceView[]
}

export interface CaseLabel {
  /** In lower case. */
  readonly address: string
  /** Null: on every chain. */
  readonly chainId: string | null
  readonly label: string
}

export interface CaseContent {
  readonly workspace: Workspace | null
  /** Of who saved the file. */
  readonly labels: readonly CaseLabel[]
  readonly questions: readonly NewQuestion[]
}

const id = z.int().check(z.positive())
const name = z.string().check(z.minLength(1), z.maxLength(MAX_CASE_NAME_LENGTH))
const transaction = z.string().check(z.regex(PARAM_FORMATS.transaction.pattern, 'transaction'))
const token = z.string().check(z.maxLength(100))

export const caseCalls = {
  /** `invalid_input` (field `name`) where nothing is left of it, or there are as many as there may be. */
  'cases.create': call<{ readonly id: number }>().with(z.object({ name, workspace: z.nullable(workspace) })),
  'cases.rename': call<null>().with(z.object({ id, name })),
  /** What a window changed of the places, from `before` to `now`: another window may have changed others. */
  'cases.keepWorkspace': call<null>().with(z.object({ id, before: z.nullable(workspace), now: workspace })),
  /** One of the same name is replaced. */
  'cases.saveQuestion': call<null>().with(z.object({ id, question: newQuestion })),
  /** Whether the case had it. */
  'cases.removeQuestion': call<boolean>().with(z.object({ id, name: newQuestion.shape.name })),
  /** A copy of one's own, that can be changed. */
  'cases.copy': call<{ readonly id: number }>().with(z.object({ id, name })),
  /** It can be put back until the program ends. */
  'cases.remove': call<null>().with(z.object({ id })),
  'cases.restore': call<null>().with(z.object({ id })),
  /** The places of a case are shown from one's own source from now on, in the place of what came with it. */
  'cases.useSource': call<null>().with(z.object({ id, from: sourceId, to: sourceId })),
  /**
   * Writes the file; null where the person called it off. `rows`: of these, what is kept goes along; `flows`: of the
   * addresses and transactions that graphs were grown from, all that their sums are made of. `path`: a browser gets the file under it, once.
   */
  'cases.save': call<{
    readonly file: string
    readonly path: string | null
    readonly rows: number
    /** Some rows are not in it: there was no room for them, or their source could not be asked. */
    readonly isCut: boolean
  } | null>().with(
    z.object({
      id,
      isReadOnly: z.boolean(),
      rows: z.nullable(
        z.object({
          lists: z
            .array(z.object({ source: sourceId, list: listId, params, filters }))
            .check(z.maxLength(MAX_CASE_LISTS)),
          details: z
            .array(z.object({ source: sourceId, detail: detailId, params }))
            .check(z.maxLength(MAX_CASE_LISTS)),
          flows: z
            .array(z.object({ source: sourceId, of: z.union([address, transaction]) }))
            .check(z.maxLength(MAX_CASE_FLOWS)),
        }),
      ),
    }),
  ),
  /** A file is given in parts, the first of them here: what is no case is refused by its first characters. */
  'cases.beginFile': call<{ readonly token: string }>().with(
    z.object({
      bytes: z.int().check(z.minimum(0)),
      text: z.string().check(z.maxLength(MAX_CASE_PART_LENGTH)),
    }),
  ),
  'cases.giveFile': call<null>().with(
    z.object({ token, text: z.string().check(z.maxLength(MAX_CASE_PART_LENGTH)) }),
  ),
  /** All of it is kept, or nothing. */
  'cases.openFile': call<{ readonly id: number }>().with(z.object({ token })),
} as const

export const caseEvents = {
  /** By name. */
  'cases.changed': event<readonly CaseView[]>().with(z.object({})),
  /** What is in one; null where it is gone. */
  'cases.content': event<CaseContent | null>().with(z.object({ id })),
} as const
