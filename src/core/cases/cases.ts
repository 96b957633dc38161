/** Actions of a person and of windows on cases. */
import { createEmitter } from '#shared/emitter.ts'
import {
  MAX_CASE_NAME_LENGTH,
  MAX_CASE_QUESTIONS,
  MAX_CASES,
  type CaseContent,
  type CaseSourceView,
  type CaseView,
} from '#shared/rpc/contract/cases.ts'
import { MAX_QUESTION_NAME_LENGTH, type NewQuestion } from '#shared/rpc/contract/questions.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput, notFound } from '#shared/errors/failure.ts'
import type { Source } from '#shared/source.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { mergeWorkspace } from '#shared/workspace/merge-workspace.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { Notes } from '../notes/notes.ts'
import { findMatch, insertCaseSource, readCaseSources } from '../sources/case-sources.ts'
import type { Sources } from '../sources/sources.ts'
import {
  deleteRemovedCases,
  insertCase,
  readCase,
  readCases,
  readLabels,
  readQuestions,
  writeContent,
  writeQuestion,
  writeWorkspace,
  type CaseRow,
} from './case-rows.ts'
import { withSources } from './source-paths.ts'

export interface CasesDeps {
  readonly store: Database
  readonly notes: Notes
  readonly sources: Pick<Sources, 'all' | 'get' | 'refresh' | 'onChange'>
}

export type Cases = ReturnType<typeof createCases>

/** The actions throw `ChainglassFailure` if a case is gone or read-only, or if there are too many. */
export function createCases({ store, notes, sources }: CasesDeps) {
  deleteRemovedCases(store)
  const changes = createEmitter<number | null>()

  function get(id: number): CaseRow {
    const found = readCase(store, id)
    if (!found) throw notFound('case_gone')
    return found
  }
  function getWritable(id: number): CaseRow {
    const found = get(id)
    if (found.isReadOnly) throw refuse('case_read_only')
    return found
  }
  const changed = (id: number) => {
    store.run('UPDATE cases SET changed_at = ? WHERE id = ?', Date.now(), id)
    changes.emit(id)
  }
  function checkRoom() {
    if (readCases(store).length >= MAX_CASES) throw refuse({ kind: 'too_many_cases', max: MAX_CASES })
  }
  function setRemoved(id: number, time: number | null) {
    store.run('UPDATE cases SET removed_at = ? WHERE id = ?', time, id)
    changes.emit(id)
    sources.refresh()
  }
  const stopNotes = notes.onChange((change) => {
    const note = 'written' in change ? change.written : 'removed' in change ? change.removed : undefined
    if (!note) changes.emit(null)
    else if (note.case !== null) changed(note.case)
  })

  return {
    list: () => listCases(store, sources),
    get,
    getWritable,
    content: (id: number) => contentOf(store, id),
    checkRoom,
    create(typed: string, workspace: Workspace | null) {
      checkRoom()
      const id = insertCase(store, { name: cleanName(typed), isReadOnly: false, savedAt: null })
      writeWorkspace(store, id, workspace)
      changes.emit(id)
      return id
    },
    rename(id: number, typed: string) {
      getWritable(id)
      store.run('UPDATE cases SET name = ? WHERE id = ?', cleanName(typed), id)
      changed(id)
    },
    keepWorkspace(id: number, before: Workspace | null, next: Workspace) {
      const { workspace } = getWritable(id)
      writeWorkspace(store, id, mergeWorkspace(before, next, workspace))
      changed(id)
    },
    ...questionsOf({ store, getWritable, changed }),
    copy: (id: number, name: string) => copyCase({ store, notes, get, checkRoom, changes }, id, name),
    remove(id: number) {
      get(id)
      setRemoved(id, Date.now())
    },
    restore(id: number) {
      checkRoom()
      if (!isRemoved(store, id)) throw notFound('removal_gone')
      setRemoved(id, null)
    },
    /** Also allowed for a read-only case: the source of its rows is not part of its content. */
    useSource(id: number, from: string, to: string) {
      sources.get(to)
      replaceSource({ store, notes }, get(id), new Map([[from, to]]))
      changes.emit(id)
      notes.reload()
    },
    /** Call it after the tables were changed elsewhere. */
    reload() {
      changes.emit(null)
    },
    /** Null if many cases changed. */
    onChange: (listener: (id: number | null) => void) => changes.on(listener),
    close: stopNotes,
  }
}

function contentOf(store: Database, id: number): CaseContent | null {
  const found = readCase(store, id)
  return found
    ? { workspace: found.workspace, labels: readLabels(store, id), questions: readQuestions(store, id) }
    : null
}

const isRemoved = (store: Database, id: number) =>
  store.get('SELECT 1 FROM cases WHERE id = ? AND removed_at IS NOT NULL', id) !== undefined

const questionsOf = ({
  store,
  getWritable,
  changed,
}: {
  readonly store: Database
  readonly getWritable: (id: number) => CaseRow
  readonly changed: (id: number) => void
}) => ({
  saveQuestion(id: number, typed: NewQuestion) {
    getWritable(id)
    const question = { ...typed, name: cleanName(typed.name, MAX_QUESTION_NAME_LENGTH) }
    const others = readQuestions(store, id).filter(({ name }) => name !== question.name)
    if (others.length >= MAX_CASE_QUESTIONS)
      throw refuse({ kind: 'too_many_questions', max: MAX_CASE_QUESTIONS })
    writeQuestion(store, id, question)
    changed(id)
  },
  removeQuestion(id: number, name: string): boolean {
    getWritable(id)
    if (readQuestions(store, id).every((question) => question.name !== name)) return false
    store.run('DELETE FROM case_questions WHERE case_id = ? AND name = ?', id, name)
    changed(id)
    return true
  },
})

function replaceSource(
  { store, notes }: Pick<CasesDeps, 'store' | 'notes'>,
  { id, workspace }: CaseRow,
  ids: ReadonlyMap<string, string>,
) {
  store.transaction(() => {
    if (workspace) writeWorkspace(store, id, withSources(workspace, ids))
    for (const question of readQuestions(store, id)) writeQuestion(store, id, withSources(question, ids))
    for (const { id: note, path } of notes.list(id))
      store.run('UPDATE notes SET path = ? WHERE id = ?', withSources(path, ids), note)
  })
}

interface CopyDeps extends Pick<CasesDeps, 'store' | 'notes'> {
  readonly get: (id: number) => CaseRow
  readonly checkRoom: () => void
  readonly changes: { emit(id: number | null): void }
}

/** Does not copy rows: the copy uses the sources of the case, also after the case is removed. */
function copyCase({ store, notes, get, checkRoom, changes }: CopyDeps, from: number, typed: string) {
  checkRoom()
  const { workspace, savedAt } = get(from)
  const name = cleanName(typed)
  const id = store.transaction(() => {
    const made = insertCase(store, { name, isReadOnly: false, savedAt })
    writeContent(store, made, {
      workspace,
      labels: readLabels(store, from),
      questions: readQuestions(store, from),
    })
    for (const { case: _case, id: _id, madeAt, changedAt, ...note } of notes.list(from))
      store.run(
        'INSERT INTO notes (case_id, chain, about, text, path, made_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        made,
        note.chain,
        note.about,
        note.text,
        note.path,
        madeAt,
        changedAt,
      )
    for (const source of readCaseSources(store).filter(({ caseId }) => caseId === from))
      insertCaseSource(store, { ...source, caseId: made })
    return made
  })
  changes.emit(id)
  return id
}

function listCases(store: Database, sources: Pick<Sources, 'all'>): CaseView[] {
  const all = sources.all()
  const brought = readCaseSources(store)
  return readCases(store)
    .map(({ workspace, ...found }) => ({
      ...found,
      places: workspace?.panes.reduce((sum, { tabs }) => sum + tabs.length, 0) ?? 0,
      sources: brought.filter(({ caseId }) => caseId === found.id).map((row) => viewSource(row, all)),
    }))
    .sort(byName)
}

const viewSource = (
  row: ReturnType<typeof readCaseSources>[number],
  all: readonly Source[],
): CaseSourceView => ({
  id: row.id,
  name: row.name,
  chainId: row.chainId === '' ? null : row.chainId,
  host: row.host,
  rows: row.rows,
  match: findMatch(all, row)?.id ?? null,
})

function cleanName(typed: string, maxLength = MAX_CASE_NAME_LENGTH): string {
  const name = plainName(typed, maxLength)
  if (name === '') throw invalidInput('name', 'name_empty')
  return name
}

const { compare } = new Intl.Collator('en', { numeric: true })
const byName = (one: CaseView, other: CaseView) => compare(one.name, other.name) || one.id - other.id

const refuse = (reason: InputReason) => invalidInput('case', reason)
