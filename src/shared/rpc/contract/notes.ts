/** Notes of a person about an address, a transaction or a row: the person's own, or those of a case. */
import * as z from 'zod/mini'
import { isNoteSubject } from '#shared/note-subjects.ts'
import { call, event } from './definition.ts'

/** The maximal number of notes of a case, and of a person's own notes. */
export const MAX_NOTES = 5_000
export const MAX_NOTE_TEXT_LENGTH = 4_000
/** The maximal length of all texts of a case together: each window gets them at once. */
export const MAX_NOTES_LENGTH = 2_000_000

/** A path of the renderer's router with its query. */
const windowPath = z.string().check(z.maxLength(2_000), z.regex(/^\/(?![/\\])/))

export const newNote = z.object({
  /** The chain's id; the source's id if the chain has none. */
  chain: z.string().check(z.minLength(1), z.maxLength(200)),
  about: z.string().check(z.maxLength(400), z.refine(isNoteSubject)),
  text: z.string().check(z.minLength(1), z.maxLength(MAX_NOTE_TEXT_LENGTH)),
  /** The page where the note was written, which leads back to a row. */
  path: windowPath,
})
export type NewNote = z.infer<typeof newNote>

export interface Note extends NewNote {
  readonly id: number
  /** Null for the person's own notes, which belong to no case. */
  readonly case: number | null
  /** In ms since 1970. */
  readonly madeAt: number
  readonly changedAt: number
}

/** First all notes, then each change. */
export type NoteChange =
  | { readonly all: readonly Note[] }
  | { readonly written: readonly Note[]; readonly removed: readonly number[] }

const id = z.int().check(z.positive())
const ofCase = z.nullable(id)

export const noteCalls = {
  /** Saves a note, replacing the one on the same subject. `madeAt` is given to restore a note with its time. */
  'notes.save': call<Note>().with(
    z.object({ case: ofCase, note: newNote, madeAt: z.optional(z.int().check(z.minimum(0))) }),
  ),
  /** Removes a note. */
  'notes.remove': call<null>().with(z.object({ id })),
} as const

export const noteEvents = {
  /** The person's own notes, and those of this case. */
  'notes.changed': event<NoteChange>().with(z.object({ case: ofCase })),
} as const
