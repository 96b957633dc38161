/** Saved questions in the store. */
import * as z from 'zod/mini'
import { createEmitter } from '#shared/emitter.ts'
import { rowScope } from '#shared/rpc/contract/rows.ts'
import {
  MAX_QUESTION_NAME_LENGTH,
  MAX_QUESTIONS,
  type NewQuestion,
  type SavedQuestion,
} from '#shared/rpc/contract/questions.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { notFound, invalidInput } from '#shared/errors/failure.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'

interface Row {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly path: string
  readonly scope: string
  readonly seen: number | null
}

export interface SavedQuestions {
  /** Sorted by name. */
  list(): readonly SavedQuestion[]
  /** The calls below throw `ChainglassFailure` if the name is taken, or if there are too many questions. */
  save(question: NewQuestion): SavedQuestion
  rename(id: number, name: string): void
  see(id: number, seen: number): void
  remove(id: number): void
  /** Call it after the table was changed elsewhere. */
  reload(): void
  onChange(listener: (questions: readonly SavedQuestion[]) => void): () => void
}

export function createSavedQuestions(store: Database): SavedQuestions {
  const changes = createEmitter<readonly SavedQuestion[]>()
  const list = () => store.all<Row>('SELECT * FROM questions').flatMap(readRow).sort(byName)
  const reload = () => {
    changes.emit(list())
  }
  function freeName(typed: string, ownId?: number): string {
    const name = plainName(typed, MAX_QUESTION_NAME_LENGTH)
    if (name === '') throw refuse('name_empty')
    const other = store.get<{ id: number }>('SELECT id FROM questions WHERE name = ?', name)
    if (other && other.id !== ownId) throw refuse('question_exists')
    return name
  }
  const change = (sql: string, ...values: (string | number)[]) => {
    const changed = store.get<{ id: number }>(`${sql} RETURNING id`, ...values)
    if (!changed) throw notFound('question_gone')
    reload()
  }

  return {
    list,
    reload,
    onChange: (listener) => changes.on(listener),
    save(question) {
      const { text, path, scope, seen } = question
      const name = freeName(question.name)
      const count = store.get<{ count: number }>('SELECT count(*) AS count FROM questions')?.count ?? 0
      if (count >= MAX_QUESTIONS) throw refuse({ kind: 'too_many_questions', max: MAX_QUESTIONS })
      const id = store.insert(
        'INSERT INTO questions (name, text, path, scope, seen) VALUES (?, ?, ?, ?, ?)',
        name,
        text,
        path,
        JSON.stringify(scope),
        seen,
      )
      reload()
      return { ...question, name, id }
    },
    rename(id, name) {
      change('UPDATE questions SET name = ? WHERE id = ?', freeName(name, id), id)
    },
    see(id, seen) {
      change('UPDATE questions SET seen = ? WHERE id = ?', seen, id)
    },
    remove(id) {
      change('DELETE FROM questions WHERE id = ?', id)
    },
  }
}

/** Empty for a question with an unreadable scope: its rows could not be counted. */
function readRow(row: Row): SavedQuestion[] {
  const scope = z.safeParse(rowScope, parseJson(row.scope))
  return scope.success ? [{ ...row, scope: scope.data }] : []
}

const { compare } = new Intl.Collator('en', { numeric: true })
const byName = (one: SavedQuestion, other: SavedQuestion) => compare(one.name, other.name)

const refuse = (reason: InputReason) => invalidInput('name', reason)
