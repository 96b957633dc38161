/** Draws the report of a case as plain DOM nodes, with full hashes. Texts become text nodes, never HTML. */
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { CaseView } from '#shared/rpc/contract/cases.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import { noteSubjectKind } from '#shared/note-subjects.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import type { Zone } from '#renderer/lib/format-time.ts'
import { createNode } from '#renderer/lib/print-content.ts'
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
  /** Undefined if nothing was read for the report, because the browser's own command prints it. */
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
  return createNode('article', 'paper case-paper', [
    createNode('h1', '', of.name),
    createNode(
      'dl',
      '',
      facts.flatMap(([name, value]) => [createNode('dt', '', name), createNode('dd', '', value)]),
    ),
    createNode('h2', '', $gettext('Notes')),
    ...(notes.length === 0
      ? [createNode('p', '', $gettext('None.'))]
      : notes.map((note) => drawNote(note, labels, zone))),
    ...drawAll($gettext('Statements'), statements, (one) => drawStatement(one, labels)),
    ...drawAll($gettext('Flow of money'), flows, drawFlow),
    createNode('h2', '', $gettext('Places')),
    ...(places.length === 0 ? [createNode('p', '', $gettext('None.'))] : places.flatMap(drawPlace)),
  ])
}

function drawNote(note: Note, labels: ReadonlyMap<string, string>, zone: Zone): HTMLElement {
  const label = noteSubjectKind(note.about) === 'address' ? labels.get(note.about) : undefined
  return createNode('section', 'note-of', [
    createNode('h3', '', `${describeSubject(note)}${label === undefined ? '' : ` · ${label}`}`),
    createNode('p', 'by', `${describeChain(note.chain)} · ${describeTime(note.changedAt, zone)}`),
    createNode('p', 'text', note.text),
  ])
}

function drawPlace({ heading, path, source, rows }: ReportedPlace): HTMLElement[] {
  const about = [source, pathOnSource(path)].filter((part) => part !== undefined).join(' · ')
  const parts = [createNode('h3', '', heading), createNode('p', 'by', about)]
  if (!rows || rows.values.length === 0) return [createNode('section', '', parts)]
  const table = drawTable(rows.columns, rows.values)
  const left = rows.isWhole
    ? []
    : [
        createNode(
          'p',
          'by',
          $gettext('The first %{rows} rows. There are more.', { rows: rows.values.length }),
        ),
      ]
  return [createNode('section', '', [...parts, table, ...left])]
}

function drawAll<T>(
  title: string,
  all: readonly T[] | undefined,
  draw: (one: T) => HTMLElement,
): HTMLElement[] {
  return all && all.length > 0 ? [createNode('h2', '', title), ...all.map(draw)] : []
}

function drawStatement(
  { address, about, columns, lines, notes }: ReportedStatement,
  labels: ReadonlyMap<string, string>,
): HTMLElement {
  const label = labels.get(address.toLowerCase())
  return createNode('section', 'statement', [
    createNode(
      'h3',
      '',
      `${$gettext('Address %{address}', { address })}${label === undefined ? '' : ` · ${label}`}`,
    ),
    createNode('p', 'by', about),
    ...(lines.length > 0 ? [drawTable(columns, lines)] : []),
    ...notes.map((note) => createNode('p', 'by', note)),
  ])
}

function drawFlow({ heading, about, picture, columns, sums, more, missing }: ReportedFlow): HTMLElement {
  const framed = createNode('figure', '', [picture])
  return createNode('section', 'flow-of', [
    createNode('h3', '', heading),
    createNode('p', 'by', about),
    framed,
    ...(sums.length > 0 ? [drawTable(columns, sums)] : [createNode('p', '', $gettext('Nothing was moved.'))]),
    ...(more > 0
      ? [
          createNode(
            'p',
            'by',
            $gettext('The first %{count} sums. There are %{more} more.', { count: sums.length, more }),
          ),
        ]
      : []),
    ...missing.map((sentence) => createNode('p', 'by', sentence)),
  ])
}

function drawTable(columns: readonly string[], values: readonly (readonly string[])[]): HTMLElement {
  const line = (cells: readonly string[], tag: 'th' | 'td') =>
    createNode(
      'tr',
      '',
      cells.map((value) => createNode(tag, value.length > 20 ? 'long' : '', value)),
    )
  return createNode('table', '', [
    createNode('thead', '', [line(columns, 'th')]),
    createNode(
      'tbody',
      '',
      values.map((cells) => line(cells, 'td')),
    ),
  ])
}
