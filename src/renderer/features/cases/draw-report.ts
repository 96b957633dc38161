/** The report of a case as plain nodes: whole hashes, texts as text. */
import type { CaseView } from '#shared/rpc/contract/cases.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import { noteSubjectKind } from '#shared/note-subjects.ts'
import type { Zone } from '#renderer/lib/format-time.ts'
import { describeCase, describeChain, describeSubject, describeTime, pathOnSource } from './describe-case.ts'

export interface ReportedPlace {
  readonly heading: string
  readonly path: string
  readonly source: string | undefined
  readonly rows:
    | {
        readonly columns: readonly string[]
        readonly values: readonly (readonly string[])[]
        readonly isWhole: boolean
      }
    | undefined
}

export interface Report {
  readonly of: CaseView
  readonly notes: readonly Note[]
  readonly places: readonly ReportedPlace[]
  readonly labels: ReadonlyMap<string, string>
  readonly now: number
  readonly zone: Zone
}

export function drawReport({ of, notes, places, labels, now, zone }: Report): HTMLElement {
  const sources = of.sources.map(({ name, host, rows }) =>
    [name, host, `${String(rows)} rows`].filter(Boolean).join(', '),
  )
  const facts: (readonly [string, string])[] = [
    ['Holds', describeCase(of)],
    ['Made', describeTime(of.madeAt, zone)],
    ['Last changed', describeTime(of.changedAt, zone)],
    ...(of.savedAt === null ? [] : [['From a file saved', describeTime(of.savedAt, zone)] as const]),
    ...(sources.length > 0 ? [['Sources of its rows', sources.join('; ')] as const] : []),
    ['Printed', describeTime(now, zone)],
  ]
  return node('article', 'case-paper', [
    node('h1', '', of.name),
    node(
      'dl',
      '',
      facts.flatMap(([name, value]) => [node('dt', '', name), node('dd', '', value)]),
    ),
    node('h2', '', 'Notes'),
    ...(notes.length === 0 ? [node('p', '', 'None.')] : notes.map((note) => drawNote(note, labels, zone))),
    node('h2', '', 'Places'),
    ...(places.length === 0 ? [node('p', '', 'None.')] : places.flatMap(drawPlace)),
  ])
}

function drawNote(note: Note, labels: ReadonlyMap<string, string>, zone: Zone): HTMLElement {
  const label = noteSubjectKind(note.about) === 'address' ? labels.get(note.about) : undefined
  return node('section', 'note-of', [
    node('h3', '', `${describeSubject(note)}${label === undefined ? '' : ` · ${label}`}`),
    node('p', 'by', `${describeChain(note.chain)} · ${describeTime(note.changedAt, zone)}`),
    node('p', 'text', note.text),
  ])
}

function drawPlace({ heading, path, source, rows }: ReportedPlace): HTMLElement[] {
  const about = [source, pathOnSource(path)].filter((part) => part !== undefined).join(' · ')
  const parts = [node('h3', '', heading), node('p', 'by', about)]
  if (!rows || rows.values.length === 0) return [node('section', '', parts)]
  const line = (values: readonly string[], tag: 'th' | 'td') =>
    node(
      'tr',
      '',
      values.map((value) => node(tag, value.length > 20 ? 'long' : '', value)),
    )
  const table = node('table', '', [
    node('thead', '', [line(rows.columns, 'th')]),
    node(
      'tbody',
      '',
      rows.values.map((values) => line(values, 'td')),
    ),
  ])
  const left = rows.isWhole
    ? []
    : [node('p', 'by', `The first ${String(rows.values.length)} rows. There are more.`)]
  return [node('section', '', [...parts, table, ...left])]
}

function node(tag: string, name: string, content: string | readonly HTMLElement[]): HTMLElement {
  const made = document.createElement(tag)
  if (name !== '') made.className = name
  if (typeof content === 'string') made.textContent = content
  else made.append(...content)
  return made
}
