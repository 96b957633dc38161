/** The schemas of a case file's lines. docs/case-files.md describes the format. */
import * as z from 'zod/mini'
import { MAX_CASE_BYTES, MAX_CASE_NAME_LENGTH, MAX_CASE_QUESTIONS } from '#shared/rpc/contract/cases.ts'
import { listCalls } from '#shared/rpc/contract/lists.ts'
import { MAX_NOTES, newNote } from '#shared/rpc/contract/notes.ts'
import { newQuestion } from '#shared/rpc/contract/questions.ts'
import { workspace } from '#shared/workspace/workspace.ts'

export const CASE_FORMAT = 'chainglass-case'
export const CASE_VERSION = 1
/** The beginning of every file: a file with another one is refused before more of it is read. */
export const CASE_BEGINNING = `{"format":"${CASE_FORMAT}","version":`

/** The maximal length of a line in characters: a page of rows is the longest. */
export const MAX_LINE_LENGTH = 8_000_000
/** The maximal number of lines of all kinds; each kind has its own limit. */
export const MAX_LINES = 60_000
export const MAX_SOURCES = 100
export const MAX_LABELS = 20_000
export const MAX_PAGES = 20_000
export const MAX_ROWS = 200_000

const time = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000_000))
const text = (max: number) => z.string().check(z.maxLength(max))
/** A source's name inside the file. */
const sourceName = z.string().check(z.regex(/^s\d{1,3}$/))

export const caseHead = z.object({
  format: z.literal(CASE_FORMAT),
  version: z.literal(CASE_VERSION),
  name: text(MAX_CASE_NAME_LENGTH * 4),
  isReadOnly: z.boolean(),
  savedAt: time,
})

const sourceLine = z.object({
  id: sourceName,
  kind: z.enum(['sample', 'instance', 'pro', 'node']),
  name: text(400),
  chainId: z.string().check(z.regex(/^([1-9]\d{0,77})?$/)),
  host: z.string().check(z.maxLength(260), z.regex(/^[A-Za-z0-9.:[\]-]*$/)),
  coinSymbol: text(40),
  coinDecimals: z.int().check(z.minimum(0), z.maximum(255)),
})

const noteLine = z.extend(newNote, { madeAt: time, changedAt: time })

const labelLine = z.object({
  address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  chainId: z.nullable(z.string().check(z.regex(/^[1-9]\d{0,77}$/))),
  label: text(400),
})

const page = listCalls['lists.page'].input.shape
const pageLine = z.object({
  source: sourceName,
  list: page.list,
  params: page.params,
  filters: page.filters,
  cursor: page.cursor,
  readAt: time,
  items: z.array(z.unknown()).check(z.maxLength(10_000)),
  next: page.cursor,
})

const detail = listCalls['details.read'].input.shape
const detailLine = z.object({
  source: sourceName,
  detail: detail.detail,
  params: detail.params,
  readAt: time,
  item: z.unknown(),
})

/** The maximal number of lines of each kind. */
export const LINES = {
  source: { schema: sourceLine, max: MAX_SOURCES },
  workspace: { schema: workspace, max: 1 },
  note: { schema: noteLine, max: MAX_NOTES },
  label: { schema: labelLine, max: MAX_LABELS },
  question: { schema: newQuestion, max: MAX_CASE_QUESTIONS },
  page: { schema: pageLine, max: MAX_PAGES },
  detail: { schema: detailLine, max: MAX_PAGES },
} as const
export type LineKind = keyof typeof LINES

export { MAX_CASE_BYTES }
