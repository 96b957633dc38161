/** Notes in the store: one per subject, for the person's own notes and for each case. */
import { createEmitter } from '#shared/emitter.ts'
import {
  MAX_NOTE_TEXT_LENGTH,
  MAX_NOTES,
  MAX_NOTES_LENGTH,
  type NewNote,
  type Note,
} from '#shared/rpc/contract/notes.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { notFound, invalidInput } from '#shared/errors/failure.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { cleanNote } from '../watchlist/label-text.ts'

interface Row {
  readonly id: number
  readonly case_id: number
  readonly chain: string
  readonly about: string
  readonly text: string
  readonly path: string
  readonly made_at: number
  readonly changed_at: number
}

/** `reset`: an import or a removal changed many at once. */
type NotesChanged = { readonly written: Note } | { readonly removed: Note } | { readonly reset: true }

export interface Notes {
  /** The notes of a case, or the person's own if null; the newest last. */
  list(ofCase: number | null): readonly Note[]
  /**
   * The calls below throw `ChainglassFailure` if the cleaned text is empty, if there are too many notes, or if the note
   * is gone.
   */
  save(ofCase: number | null, note: NewNote, madeAt?: number): Note
  remove(id: number): void
  get(id: number): Note
  /** Call it after the table was changed elsewhere. */
  reload(): void
  onChange(listener: (change: NotesChanged) => void): () => void
}

/** The case id of the person's own notes. */
const OWN = 0

export function createNotes(store: Database): Notes {
  const changes = createEmitter<NotesChanged>()

  function get(id: number): Note {
    const row = store.get<Row>('SELECT * FROM notes WHERE id = ?', id)
    if (!row) throw notFound('note_gone')
    return readRow(row)
  }
  function refuseTooMany(ofCase: number, text: string, before: Row | undefined) {
    const { count, length } = store.get<{ count: number; length: number }>(
      'SELECT count(*) AS count, coalesce(sum(length(text)), 0) AS length FROM notes WHERE case_id = ?',
      ofCase,
    ) ?? { count: 0, length: 0 }
    if (
      (!before && count >= MAX_NOTES) ||
      length - (before?.text.length ?? 0) + text.length > MAX_NOTES_LENGTH
    )
      throw refuse({ kind: 'too_many_notes', max: MAX_NOTES })
  }

  return {
    list: (ofCase) =>
      store
        .all<Row>('SELECT * FROM notes WHERE case_id = ? ORDER BY made_at, id', ofCase ?? OWN)
        .map(readRow),
    get,
    save(ofCase, { chain, about, text: typed, path }, madeAt = Date.now()) {
      const text = cleanNote(typed, MAX_NOTE_TEXT_LENGTH)
      if (text === '') throw refuse('note_empty')
      const owner = ofCase ?? OWN
      const before = store.get<Row>(
        'SELECT * FROM notes WHERE case_id = ? AND chain = ? AND about = ?',
        owner,
        chain,
        about,
      )
      refuseTooMany(owner, text, before)
      const id = before
        ? before.id
        : store.insert(
            'INSERT INTO notes (case_id, chain, about, text, path, made_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
            owner,
            chain,
            about,
            text,
            path,
            madeAt,
            Date.now(),
          )
      if (before)
        store.run(
          'UPDATE notes SET text = ?, path = ?, changed_at = ? WHERE id = ?',
          text,
          path,
          Date.now(),
          id,
        )
      const note = get(id)
      changes.emit({ written: note })
      return note
    },
    remove(id) {
      const note = get(id)
      store.run('DELETE FROM notes WHERE id = ?', id)
      changes.emit({ removed: note })
    },
    reload() {
      changes.emit({ reset: true })
    },
    onChange: (listener) => changes.on(listener),
  }
}

const readRow = ({ case_id: owner, made_at: madeAt, changed_at: changedAt, ...row }: Row): Note => ({
  ...row,
  case: owner === OWN ? null : owner,
  madeAt,
  changedAt,
})

const refuse = (reason: InputReason) => invalidInput('text', reason)
