/** Stores a case that was read from a file: all of it in one transaction, or nothing. */
import type { Database } from '#platform/sqlite/database.ts'
import { MAX_QUESTION_NAME_LENGTH } from '#shared/rpc/contract/questions.ts'
import { OWN_MARK, plainName } from '#shared/text/hostile-text.ts'
import { MAX_TITLE_LENGTH } from '#shared/workspace/limits.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import { MAX_CASE_NAME_LENGTH } from '#shared/rpc/contract/cases.ts'
import { readDetailBody } from '../api-client/read/read-detail.ts'
import { readPageBody } from '../api-client/read/read-page.ts'
import type { Archive } from '../archive/create-archive.ts'
import { cleanLabel, cleanNote } from '../watchlist/label-text.ts'
import { MAX_NOTE_TEXT_LENGTH } from '#shared/rpc/contract/notes.ts'
import { findMatch, insertCaseSource } from '../sources/case-sources.ts'
import type { Sources } from '../sources/sources.ts'
import type { CaseArchive } from './case-archive.ts'
import { insertCase, writeContent } from './case-rows.ts'
import type { ReadCase } from './read-case.ts'
import { withSources } from './source-paths.ts'

export interface ImportDeps {
  readonly store: Database
  readonly sources: Pick<Sources, 'all' | 'refresh'>
  readonly caseArchive: Pick<CaseArchive, 'begin' | 'open'>
}

/** Returns the id of the case. Throws `storage` if it can't be written: then nothing of it remains. */
export function importCase(read: ReadCase, { store, sources, caseArchive }: ImportDeps): number {
  const all = sources.all()
  const withRows = new Set([...read.pages, ...read.details].map(({ source }) => source))
  const id = store.transaction(() => {
    const caseId = insertCase(store, {
      name: plainName(read.name, MAX_CASE_NAME_LENGTH) || 'Case',
      isReadOnly: read.isReadOnly,
      savedAt: read.savedAt,
    })
    // A case's rows are shown from the case: the person's own source may now have other data.
    const ids = new Map(
      read.sources.map((source) => [
        source.id,
        (withRows.has(source.id) ? undefined : findMatch(all, source)?.id) ??
          `case:${String(caseId)}:${source.id.slice(1)}`,
      ]),
    )
    for (const source of read.sources)
      insertCaseSource(store, {
        ...source,
        name: plainName(source.name) || 'A source',
        coinSymbol: plainName(source.coinSymbol, 12),
        id: ids.get(source.id) ?? source.id,
        caseId,
        rows: read.pages.filter((page) => page.source === source.id).reduce((sum, { rows }) => sum + rows, 0),
      })
    writeContent(store, caseId, {
      workspace: read.workspace && withSources(withPlainTitles(read.workspace), ids),
      labels: read.labels
        .map((label) => ({ ...label, label: cleanLabel(label.label) }))
        .filter(({ label }) => label !== ''),
      questions: read.questions
        .map((question) => ({ ...question, name: plainName(question.name, MAX_QUESTION_NAME_LENGTH) }))
        .filter(({ name }) => name !== '')
        .map((question) => withSources(question, ids)),
    })
    writeNotes(store, caseId, read.notes, ids)
    if (withRows.size > 0) writeRows(caseArchive, read, ids)
    return caseId
  })
  sources.refresh()
  return id
}

/** Removes the mark of own labels: another person saved the file. */
const withPlainTitles = (workspace: Workspace): Workspace => ({
  ...workspace,
  panes: workspace.panes.map((pane) => ({
    ...pane,
    tabs: pane.tabs.map((tab) => ({
      ...tab,
      title: plainName(tab.title.replaceAll(OWN_MARK, ''), MAX_TITLE_LENGTH),
    })),
  })),
})

function writeNotes(
  store: Database,
  caseId: number,
  notes: ReadCase['notes'],
  ids: ReadonlyMap<string, string>,
) {
  for (const { chain, about, text, path, madeAt, changedAt } of notes) {
    const clean = cleanNote(text, MAX_NOTE_TEXT_LENGTH)
    if (clean !== '')
      store.run(
        'INSERT OR IGNORE INTO notes (case_id, chain, about, text, path, made_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        caseId,
        ids.get(chain) ?? chain,
        about,
        clean,
        withSources(path, ids),
        madeAt,
        changedAt,
      )
  }
}

/**
 * Writes rows to the file of cases. On failure, rows of these sources are removed again, because they belong to no
 * case.
 */
function writeRows(
  caseArchive: Pick<CaseArchive, 'begin'>,
  { pages, details }: ReadCase,
  ids: ReadonlyMap<string, string>,
) {
  const { archive, readAt } = caseArchive.begin()
  try {
    const counted = new Map<string, Map<string, number>>()
    for (const page of pages) {
      const { list, params, filters, cursor } = page
      const request = { source: ids.get(page.source) ?? '', list, params, filters }
      const name = JSON.stringify(request)
      const before = counted.get(name) ?? new Map<string, number>()
      counted.set(name, before)
      readAt(page.readAt)
      const { dialect: _dialect, ...read } = readPageBody(page.body, { list, counted: before, host: '' })
      archive.list(request)?.writeNow(cursor, read)
    }
    for (const { source, detail, params, readAt: time, body } of details) {
      readAt(time)
      archive.writeDetail({ source: ids.get(source) ?? '', detail, params }, readDetailBody(body, detail, ''))
      archive.flush()
    }
  } catch (error) {
    forget(archive, ids)
    throw error
  }
}

function forget(archive: Archive, ids: ReadonlyMap<string, string>) {
  for (const id of ids.values()) archive.forget(id)
}
