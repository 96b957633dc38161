/** Cases in the store. */
import * as z from 'zod/mini'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { CaseContent, CaseLabel, CaseView } from '#shared/rpc/contract/cases.ts'
import { newQuestion, type NewQuestion } from '#shared/rpc/contract/questions.ts'
import { readWorkspace, type Workspace } from '#shared/workspace/workspace.ts'

export interface CaseRow extends Omit<CaseView, 'places' | 'sources'> {
  readonly workspace: Workspace | null
}

interface StoredRow extends Omit<CaseRow, 'isReadOnly' | 'workspace'> {
  readonly isReadOnly: number
  readonly workspace: string | null
}

const COLUMNS = `id, name, is_read_only AS isReadOnly, made_at AS madeAt, changed_at AS changedAt, saved_at AS savedAt,
  workspace, (SELECT count(*) FROM notes WHERE case_id = cases.id) AS notes`

export const readCases = (store: Database): CaseRow[] =>
  store.all<StoredRow>(`SELECT ${COLUMNS} FROM cases WHERE removed_at IS NULL`).map(readRow)

export function readCase(store: Database, id: number): CaseRow | undefined {
  const row = store.get<StoredRow>(`SELECT ${COLUMNS} FROM cases WHERE id = ? AND removed_at IS NULL`, id)
  return row && readRow(row)
}

const readRow = ({ isReadOnly, workspace, ...row }: StoredRow): CaseRow => {
  const read = readWorkspace(workspace === null ? null : parseJson(workspace))
  return { ...row, isReadOnly: isReadOnly === 1, workspace: 'workspace' in read ? read.workspace : null }
}

export interface NewCase {
  readonly name: string
  readonly isReadOnly: boolean
  readonly savedAt: number | null
}

export const insertCase = (store: Database, { name, isReadOnly, savedAt }: NewCase): number => {
  const now = Date.now()
  return store.insert(
    'INSERT INTO cases (name, is_read_only, made_at, changed_at, saved_at) VALUES (?, ?, ?, ?, ?)',
    name,
    Number(isReadOnly),
    now,
    now,
    savedAt,
  )
}

export function writeContent(store: Database, id: number, { workspace, labels, questions }: CaseContent) {
  writeWorkspace(store, id, workspace)
  for (const { address, chainId, label } of labels)
    store.run(
      'INSERT OR REPLACE INTO case_labels (case_id, address, chain_id, label) VALUES (?, ?, ?, ?)',
      id,
      address,
      chainId ?? '',
      label,
    )
  for (const question of questions) writeQuestion(store, id, question)
}

export function writeWorkspace(store: Database, id: number, workspace: Workspace | null) {
  store.run(
    'UPDATE cases SET workspace = ? WHERE id = ?',
    workspace === null ? null : JSON.stringify(workspace),
    id,
  )
}

export function writeQuestion(store: Database, id: number, { name, text, path, scope }: NewQuestion) {
  store.run(
    'INSERT OR REPLACE INTO case_questions (case_id, name, text, path, scope) VALUES (?, ?, ?, ?, ?)',
    id,
    name,
    text,
    path,
    JSON.stringify(scope),
  )
}

export const readLabels = (store: Database, id: number): CaseLabel[] =>
  store
    .all<{ address: string; chain: string; label: string }>(
      'SELECT address, chain_id AS chain, label FROM case_labels WHERE case_id = ? ORDER BY address, chain_id',
      id,
    )
    .map(({ address, chain, label }) => ({ address, chainId: chain === '' ? null : chain, label }))

export const readQuestions = (store: Database, id: number): NewQuestion[] =>
  store
    .all<{ name: string; text: string; path: string; scope: string }>(
      'SELECT name, text, path, scope FROM case_questions WHERE case_id = ? ORDER BY name',
      id,
    )
    .flatMap((row) => {
      const read = z.safeParse(newQuestion, { ...row, scope: parseJson(row.scope), seen: null })
      return read.success ? [read.data] : []
    })

/** Called at the start of the program: a removal can be undone only until then. */
export function deleteRemovedCases(store: Database) {
  store.transaction(() => {
    store.run('DELETE FROM notes WHERE case_id IN (SELECT id FROM cases WHERE removed_at IS NOT NULL)')
    store.run('DELETE FROM cases WHERE removed_at IS NOT NULL')
  })
}
