/** What a person wrote about an address, a transaction or a row: their own, or those of a case. */
import * as z from 'zod/mini'
import { isNoteSubject } from '#shared/note-subjects.ts'
import { call, event } from './definition.ts'

/** Of a case, and of a person's own. */
export const MAX_NOTES = 5_000
export const MAX_NOTE_TEXT_LENGTH = 4_000
/** All texts of a case together: they go to each window at once. */
export const MAX_NOTES_LENGTH = 2_000_000

/** A path of the renderer's router with its query. */
const windowPath = z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/))

export const newNote = z.object({
  /** The chain's id; the source's where it has none. */
  chain: z.string().check(z.minLength(1), z.maxLength(200)),
  about: z.string().check(z.maxLength(400), z.refine(isNoteSubject)),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_NOTE_TEXT_LENGTH)),
  /** Where it was written: it leads back to a row. */
  path: windowPath,
})
export type NewNote = z.infer<typeof newNote>

export interface Note extends NewNote {
  readonly id: number
  /** Null: the person's own, outside of any case. */
  readonly case: number | null
  /** In ms since 1970. */
  readonly madeAt: number
  readonly changedAt: number
}

/** All of them at first, then what changed. */
export type NoteChange =
  | { readonly all: readonly Note[] }
  | { readonly written: readonly Note[]; readonly removed: readonly number[] }

const id = z.int().check(z.positive())
const ofCase = z.nullable(id)

export const noteCalls = {
  /** There is one about each thing, so what was there is replaced. `madeAt`: of one that is put back. */
  'notes.save': call<Note>().with(
    z.object({ case: ofCase, note: newNote, madeAt: z.optional(z.int().check(z.minimum(0))) }),
  ),
  'notes.remove': call<null>().with(z.object({ id })),
} as const

export const noteEvents = {
  /** The person's own, and those of this case. */
  'notes.changed': event<NoteChange>().with(z.object({ case: ofCase })),
} as const
