/** The report of a case as plain nodes: whole hashes, texts as text. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { CaseView } from '#shared/rpc/contract/cases.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import { noteSubjectKind } from '#shared/note-subjects.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import type { Zone } from '#renderer/lib/format-time.ts'
import { describeCase, describeChain, describeSubject, describeTime, pathOnSource } from '../describe-case.ts'
import type { ReportedFlow } from './read-flows.ts'
import type { ReportedStatement } from './read-statements.ts'

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
  /** Undefined where nothing was read for it: the browser printed by itself. */
  readonly statements: readonly ReportedStatement[] | undefined
  readonly flows: readonly ReportedFlow[] | undefined
  readonly labels: ReadonlyMap<string, string>
  readonly now: number
  readonly zone: Zone
}

export function drawReport({ of, notes, places, statements, flows, labels, now, zone }: Report): HTMLElement {
  const sources = of.sources.map(({ name, host, rows }) =>
    [name, host, pluralize(rows, $nmsgid('row', 'rows'))].filter(Boolean).join(', '),
  )
  const facts: (readonly [string, string])[] = [
    [$gettext('Holds'), describeCase(of)],
    [$gettext('Made'), describeTime(of.madeAt, zone)],
    [$gettext('Last changed'), describeTime(of.changedAt, zone)],
    ...(of.savedAt === null
      ? []
      : [[$gettext('From a file saved'), describeTime(of.savedAt, zone)] as const]),
    ...(sources.length > 0 ? [[$gettext('Sources of its rows'), sources.join('; ')] as const] : []),
    [$gettext('Printed'), describeTime(now, zone)],
  ]
  return node('article', 'case-paper', [
    node('h1', '', of.name),
    node(
      'dl',
      '',
      facts.flatMap(([name, value]) => [node('dt', '', name), node('dd', '', value)]),
    ),
    node('h2', '', $gettext('Notes')),
    ...(notes.length === 0
      ? [node('p', '', $gettext('None.'))]
      : notes.map((note) => drawNote(note, labels, zone))),
    ...drawAll($gettext('Statements'), statements, (one) => drawStatement(one, labels)),
    ...drawAll($gettext('Flow of money'), flows, drawFlow),
    node('h2', '', $gettext('Places')),
    ...(places.length === 0 ? [node('p', '', $gettext('None.'))] : places.flatMap(drawPlace)),
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
  const table = drawTable(rows.columns, rows.values)
  const left = rows.isWhole
    ? []
    : [node('p', 'by', $gettext('The first %{rows} rows. There are more.', { rows: rows.values.length }))]
  return [node('section', '', [...parts, table, ...left])]
}

function drawAll<T>(
  title: string,
  all: readonly T[] | undefined,
  draw: (one: T) => HTMLElement,
): HTMLElement[] {
  return all && all.length > 0 ? [node('h2', '', title), ...all.map(draw)] : []
}

function drawStatement(
  { address, about, columns, lines, notes }: ReportedStatement,
  labels: ReadonlyMap<string, string>,
): HTMLElement {
  const label = labels.get(address.toLowerCase())
  return node('section', 'statement', [
    node(
      'h3',
      '',
      `${$gettext('Address %{address}', { address })}${label === undefined ? '' : ` · ${label}`}`,
    ),
    node('p', 'by', about),
    ...(lines.length > 0 ? [drawTable(columns, lines)] : []),
    ...notes.map((note) => node('p', 'by', note)),
  ])
}

function drawFlow({ heading, about, picture, columns, sums, more, missing }: ReportedFlow): HTMLElement {
  const framed = node('figure', '', [picture])
  return node('section', 'flow-of', [
    node('h3', '', heading),
    node('p', 'by', about),
    framed,
    ...(sums.length > 0 ? [drawTable(columns, sums)] : [node('p', '', $gettext('Nothing was moved.'))]),
    ...(more > 0
      ? [
          node(
            'p',
            'by',
            $gettext('The first %{count} sums. There are %{more} more.', { count: sums.length, more }),
          ),
        ]
      : []),
    ...missing.map((sentence) => node('p', 'by', sentence)),
  ])
}

function drawTable(columns: readonly string[], values: readonly (readonly string[])[]): HTMLElement {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    node(
      'tr',
      '',
      cells.map((value) => node(tag, value.length > 20 ? 'long' : '', value)),
    )
  return node('table', '', [
    node('thead', '', [line(columns, 'th')]),
    node(
      'tbody',
      '',
      values.map((cells) => line(cells, 'td')),
    ),
  ])
}

function node(tag: string, name: string, content: string | readonly HTMLElement[]): HTMLElement {
  const made = document.createElement(tag)
  if (name !== '') made.className = name
  if (typeof content === 'string') made.textContent = content
  else made.append(...content)
  return made
}
