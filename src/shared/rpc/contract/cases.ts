/** Cases: named workspaces with their notes, and the file that hands one over. */
import * as z from 'zod/mini'
import { workspace, type Workspace } from '#shared/workspace/workspace.ts'
import { address, transactionHash } from './fields.ts'
import { detailId, filters, listId, params, sourceId } from './lists.ts'
import { call, event } from './definition.ts'
import { newQuestion, type NewQuestion } from './questions.ts'

export const MAX_CASES = 100
export const MAX_CASE_NAME_LENGTH = 100
export const MAX_CASE_QUESTIONS = 200
/** The maximal size of a file. A window checks it before it reads the file. */
export const MAX_CASE_BYTES = 64 * 1024 * 1024
/** The maximal length of one part of a file, in characters. */
export const MAX_CASE_PART_LENGTH = 2_000_000
/** The maximal number of lists and single things whose rows go into a file. */
export const MAX_CASE_LISTS = 300
/** The maximal number of addresses and transactions of flow graphs whose rows go into a file. */
export const MAX_CASE_FLOWS = 5_000

/** A source as a case file describes it. */
export interface CaseSourceView {
  /** The id of the source in the window. */
  readonly id: string
  readonly name: string
  readonly chainId: string | null
  /** Empty if the source had no public host. */
  readonly host: string
  /** The number of rows that came with the case. */
  readonly rows: number
  /** The person's own source of the same chain and host. */
  readonly match: string | null
}

export interface CaseView {
  readonly id: number
  readonly name: string
  readonly isReadOnly: boolean
  /** In ms since 1970. */
  readonly madeAt: number
  readonly changedAt: number
  /** When the case's file was saved; null for a case that was made here. */
  readonly savedAt: number | null
  readonly notes: number
  readonly places: number
  /** The sources that came with the case's file. */
  readonly sources: readonly CaseSourceView[]
}

export interface CaseLabel {
  /** In lower case. */
  readonly address: string
  /** Null for every chain. */
  readonly chainId: string | null
  readonly label: string
}

export interface CaseContent {
  readonly workspace: Workspace | null
  /** Labels of the person who saved the file. */
  readonly labels: readonly CaseLabel[]
  readonly questions: readonly NewQuestion[]
}

const id = z.int().check(z.positive())
const name = z.string().check(z.minLength(1), z.maxLength(MAX_CASE_NAME_LENGTH))
const token = z.string().check(z.maxLength(100))

export const caseCalls = {
  /** `invalid_input` (field `name`) if the name is empty after cleaning, or if there are too many cases. */
  'cases.create': call<{ readonly id: number }>().with(z.object({ name, workspace: z.nullable(workspace) })),
  /** `invalid_input` (field `name`) if the name is empty after cleaning. */
  'cases.rename': call<null>().with(z.object({ id, name })),
  /** Merges a window's change of the workspace, from `before` to `now`: another window may have changed it too. */
  'cases.keepWorkspace': call<null>().with(z.object({ id, before: z.nullable(workspace), now: workspace })),
  /** Replaces a question of the same name. */
  'cases.saveQuestion': call<null>().with(z.object({ id, question: newQuestion })),
  /** Returns whether the case had the question. */
  'cases.removeQuestion': call<boolean>().with(z.object({ id, name: newQuestion.shape.name })),
  /** Makes a copy that belongs to the person and can be changed. */
  'cases.copy': call<{ readonly id: number }>().with(z.object({ id, name })),
  /** Removes a case. It can be restored until the program ends. */
  'cases.remove': call<null>().with(z.object({ id })),
  /** Takes the removal of a case back. */
  'cases.restore': call<null>().with(z.object({ id })),
  /** Shows the places of a case from the person's own source from now on, in place of the case's source. */
  'cases.useSource': call<null>().with(z.object({ id, from: sourceId, to: sourceId })),
  /**
   * Writes the file; null if the person cancelled the dialog. `rows`: lists whose stored rows are included. `flows`:
   * addresses and transactions whose movements are included, for flow graphs. `path`: where a browser downloads the
   * file, once.
   */
  'cases.save': call<{
    readonly file: string
    readonly path: string | null
    readonly rows: number
    /** Some rows are missing from the file: there was no room for them, or their source could not be asked. */
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
            .array(z.object({ source: sourceId, of: z.union([address, transactionHash]) }))
            .check(z.maxLength(MAX_CASE_FLOWS)),
        }),
      ),
    }),
  ),
  /**
   * Begins the upload of a file in parts, with the first part. A file that is no case is refused by its first
   * characters.
   */
  'cases.beginFile': call<{ readonly token: string }>().with(
    z.object({
      bytes: z.int().check(z.minimum(0)),
      text: z.string().check(z.maxLength(MAX_CASE_PART_LENGTH)),
    }),
  ),
  /** Uploads the next part of the file of a case. */
  'cases.giveFile': call<null>().with(
    z.object({ token, text: z.string().check(z.maxLength(MAX_CASE_PART_LENGTH)) }),
  ),
  /** Stores the whole case, or nothing. */
  'cases.openFile': call<{ readonly id: number }>().with(z.object({ token })),
} as const

export const caseEvents = {
  /** All cases, sorted by name. */
  'cases.changed': event<readonly CaseView[]>().with(z.object({})),
  /** The content of one case; null once it is removed. */
  'cases.content': event<CaseContent | null>().with(z.object({ id })),
} as const
