/**
 * Reads a case file, which anybody may have written. It arrives in parts; nothing is stored before all of it was
 * read, and nothing in it can name a place of this machine. Throws only `invalid_input` (field `file`).
 */
import * as z from 'zod/mini'
import { findExceededLimit, type JsonBounds } from '#shared/json-bounds.ts'
import { MAX_NOTES_LENGTH } from '#shared/rpc/contract/notes.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { withoutNames } from '#shared/chain/call-name.ts'
import { parseLosslessJson } from '#shared/lossless-json.ts'
import { isRecord } from '#shared/is-record.ts'
import { readDetailBody } from '../api-client/read/read-detail.ts'
import { readPageBody } from '../api-client/read/read-page.ts'
import {
  CASE_BEGINNING,
  CASE_VERSION,
  caseHead,
  LINES,
  MAX_CASE_BYTES,
  MAX_LINE_LENGTH,
  MAX_LINES,
  MAX_ROWS,
  type LineKind,
} from './case-file.ts'

type Read<Kind extends LineKind> = z.output<(typeof LINES)[Kind]['schema']>
/** Rows are kept as text: as values they would need many times the memory. */
type ReadCasePage = Omit<Read<'page'>, 'items'> & { readonly body: string; readonly rows: number }
type ReadCaseDetail = Omit<Read<'detail'>, 'item'> & { readonly body: string }

export interface ReadCase {
  readonly name: string
  readonly isReadOnly: boolean
  readonly savedAt: number
  readonly workspace: Read<'workspace'> | null
  readonly sources: readonly Read<'source'>[]
  readonly notes: readonly Read<'note'>[]
  readonly labels: readonly Read<'label'>[]
  readonly questions: readonly Read<'question'>[]
  readonly pages: readonly ReadCasePage[]
  readonly details: readonly ReadCaseDetail[]
}

export interface CaseReader {
  give(text: string): void
  end(): ReadCase
}

/** Limits of lines that are not pages of rows, which have their own. */
const BOUNDS: JsonBounds = { depth: 12, width: 2_000, length: 20_000, values: 20_000 }

/** `bytes`: the declared length of the whole file. */
export function createCaseReader(bytes: number): CaseReader {
  if (bytes > MAX_CASE_BYTES) throw refuse({ kind: 'file_too_large', bytes, maxBytes: MAX_CASE_BYTES })
  const lines = createLineReader()
  let isChecked = false
  let waiting = ''
  let given = 0

  return {
    give(text) {
      given += text.length
      if (given > MAX_CASE_BYTES)
        throw refuse({ kind: 'file_too_large', bytes: given, maxBytes: MAX_CASE_BYTES })
      waiting += text
      if (!isChecked) {
        if (!CASE_BEGINNING.startsWith(waiting.slice(0, CASE_BEGINNING.length))) throw refuse('not_a_case')
        isChecked = waiting.length >= CASE_BEGINNING.length
      }
      let from = 0
      for (let at = waiting.indexOf('\n'); at >= 0; at = waiting.indexOf('\n', from)) {
        lines.take(waiting.slice(from, at))
        from = at + 1
      }
      waiting = waiting.slice(from)
      if (waiting.length > MAX_LINE_LENGTH) throw refuse('case_damaged')
    },
    end() {
      if (!isChecked) throw refuse('not_a_case')
      // Every line ends with a line break: without it, the file was cut.
      if (waiting !== '') throw refuse('case_damaged')
      return lines.end()
    },
  }
}

interface Collected {
  workspace: Read<'workspace'> | null
  readonly sources: Read<'source'>[]
  readonly notes: Read<'note'>[]
  readonly labels: Read<'label'>[]
  readonly questions: Read<'question'>[]
  readonly pages: ReadCasePage[]
  readonly details: ReadCaseDetail[]
}

function createLineReader() {
  let head: z.output<typeof caseHead> | undefined
  let count = 0
  let isEnded = false
  let rows = 0
  const counts = new Map<LineKind, number>()
  const found: Collected = {
    workspace: null,
    sources: [],
    notes: [],
    labels: [],
    questions: [],
    pages: [],
    details: [],
  }

  function take(line: string) {
    count += 1
    if (isEnded || line.length > MAX_LINE_LENGTH || count > MAX_LINES) throw refuse('case_damaged')
    const value = parse(line)
    if (!head) {
      head = readHead(value)
      return
    }
    if (value.end !== undefined) {
      if (Object.keys(value).length > 1 || value.end !== count) throw refuse('case_damaged')
      isEnded = true
      return
    }
    const [kind] = Object.keys(value)
    if (!isKind(kind) || Object.keys(value).length > 1) throw refuse('case_damaged')
    const nth = (counts.get(kind) ?? 0) + 1
    if (nth > LINES[kind].max) throw refuse('case_damaged')
    counts.set(kind, nth)
    rows += addLine(found, kind, value[kind])
    if (rows > MAX_ROWS) throw refuse('case_damaged')
  }

  return {
    take,
    end(): ReadCase {
      if (!head || !isEnded) throw refuse('case_damaged')
      checkWhole(found)
      return { ...found, name: head.name, isReadOnly: head.isReadOnly, savedAt: head.savedAt }
    },
  }
}

function parse(line: string): Readonly<Record<string, unknown>> {
  let json: unknown
  try {
    json = parseLosslessJson(line).json
  } catch {
    throw refuse('case_damaged')
  }
  if (!isRecord(json)) throw refuse('case_damaged')
  return json
}

function readHead(value: unknown) {
  const version = z.safeParse(z.object({ version: z.number() }), value)
  if (version.success && version.data.version > CASE_VERSION) throw refuse('case_newer')
  return read(caseHead, value)
}

const isKind = (kind: string | undefined): kind is LineKind =>
  kind !== undefined && Object.hasOwn(LINES, kind)

function read<Schema extends z.core.$ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeParse(schema, value)
  if (!result.success) throw refuse('case_damaged')
  return result.data
}

/** Returns the number of rows in the line. */
function addLine(found: Collected, kind: LineKind, value: unknown): number {
  if (kind === 'page') {
    const page = readPage(value)
    found.pages.push(page)
    return page.rows
  }
  if (kind === 'detail') {
    found.details.push(readDetail(value))
    return 1
  }
  if (findExceededLimit(value, BOUNDS)) throw refuse('case_damaged')
  if (kind === 'source') found.sources.push(read(LINES.source.schema, value))
  else if (kind === 'note') found.notes.push(read(LINES.note.schema, value))
  else if (kind === 'label') found.labels.push(read(LINES.label.schema, value))
  else if (kind === 'question') found.questions.push(read(LINES.question.schema, value))
  else found.workspace = read(LINES.workspace.schema, value)
  return 0
}

/** Reads rows with the reader for a server's rows. */
function readPage(value: unknown): ReadCasePage {
  const { items: given, ...page } = read(LINES.page.schema, value)
  const items = given.map(withoutName)
  checkParams(listEndpoint(page.list).params, page.params)
  let body: string
  try {
    // Throws if a row is nested too deep.
    body = JSON.stringify({ items, next_page_params: page.next })
    readPageBody(body, { list: page.list, counted: new Map(), host: '' })
  } catch {
    throw refuse('case_damaged')
  }
  return { ...page, body, rows: items.length }
}

/** Removes call names: they are looked up here, and not taken from a stranger's file. */
const withoutName = (item: unknown) => (isRecord(item) ? withoutNames(item) : item)

function readDetail(value: unknown): ReadCaseDetail {
  const { item, ...detail } = read(LINES.detail.schema, value)
  checkParams(detailEndpoint(detail.detail).params, detail.params)
  let body: string
  try {
    body = item === undefined ? '' : JSON.stringify(withoutName(item))
    readDetailBody(body, detail.detail, '')
  } catch {
    throw refuse('case_damaged')
  }
  return { ...detail, body }
}

function checkParams(
  formats: Readonly<Record<string, keyof typeof PARAM_FORMATS>>,
  params: Readonly<Record<string, string>>,
) {
  const isWrong = ([name, format]: readonly [string, keyof typeof PARAM_FORMATS]) =>
    !PARAM_FORMATS[format].pattern.test(params[name] ?? '')
  if (
    Object.entries(formats).some(isWrong) ||
    Object.keys(params).some((name) => !Object.hasOwn(formats, name))
  )
    throw refuse('case_damaged')
}

/** Checks references between lines. */
function checkWhole({ sources, notes, pages, details }: Collected) {
  const ids = new Set(sources.map(({ id }) => id))
  const length = notes.reduce((sum, { text }) => sum + text.length, 0)
  const subjects = new Set(notes.map(({ chain, about }) => `${chain} ${about}`))
  if (
    ids.size < sources.length ||
    subjects.size < notes.length ||
    length > MAX_NOTES_LENGTH ||
    [...pages, ...details].some(({ source }) => !ids.has(source))
  )
    throw refuse('case_damaged')
}

const refuse = (reason: InputReason) => invalidInput('file', reason)
