/** Parses the query of a list in the server's dialect: filters, page size and cursor. */
import type { Dialect } from '#shared/lists/dialects.ts'
import { type Filter, MAX_LISTED, PAGE_SIZE } from '#shared/lists/filters.ts'
import { type ListId, listEndpoint } from '#shared/lists/list-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ListRequest, Position } from '../chain-reader.ts'
import { type CursorFormat, cursorFormat } from './cursor.ts'
import { BEHAVIOURS } from './dialects/dialect.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import { narrow, narrowingOf } from './narrow-lists.ts'

export interface ParsedListQuery {
  readonly filters: ListRequest['filters']
  readonly after: Position | null
  readonly limit: number
  /** The filters as they were sent: older servers repeat them in their cursor. */
  readonly echo: Readonly<Record<string, string>>
  /** The additional filter of the rows that were read. */
  readonly fits: ReturnType<typeof narrow>
}

export interface ListQueryFormat {
  readonly cursor: CursorFormat
  /** Throws InvalidParameter for a malformed parameter, and for an unknown one in a strict dialect. */
  read(query: ReadonlyMap<string, string>): ParsedListQuery
}

/** The default page size. */
export const ROWS_PER_PAGE = 50

/** `maxPageSize`: the largest page that a request may ask for, if it exceeds the API's limit. */
export function listQueryFormat(id: ListId, dialect: Dialect, maxPageSize = 0): ListQueryFormat {
  const behaviour = BEHAVIOURS[dialect]
  const cursor = cursorFormat(id, dialect)
  const filters = Object.entries(listEndpoint(id).filters).filter(
    ([, filter]) => filter.dialects?.includes(dialect) ?? true,
  )
  const narrowing = Object.keys(narrowingOf(id, dialect))
  const known = new Set([...filters.map(([name]) => name), ...narrowing, ...cursor.keys])

  return {
    cursor,
    read(query) {
      if (behaviour.strictQuery) refuseUnknown(query, known)
      const given: Record<string, string | number | boolean | readonly string[]> = {}
      const echo: Record<string, string> = {}
      let limit = ROWS_PER_PAGE
      for (const [name, filter] of filters) {
        const text = query.get(name)
        if (text === undefined || text === '') continue
        const value = readFilter(name, name === PAGE_SIZE ? withMax(filter, maxPageSize) : filter, text)
        if (name === PAGE_SIZE) {
          limit = Number(value)
        } else {
          given[name] = value
          if (behaviour.echoesFilters) echo[name] = text
        }
      }
      const fits = narrow(id, dialect, (name, filter) => {
        const text = query.get(name)
        if (text === undefined || text === '') return undefined
        const value = readFilter(name, filter, text)
        if (filter.kind !== 'count') return [value].flat().map(String)
        limit = Number(value)
        return undefined
      })
      return { filters: given, after: cursor.read(query), limit, echo, fits }
    },
  }
}

const withMax = (filter: Filter, max: number): Filter =>
  filter.kind === 'count' && filter.max < max ? { ...filter, max } : filter

/** Accepted in every form of a URL: a key may be in the query. */
const KEY_PARAMETER = 'apikey'

export function refuseUnknown(query: ReadonlyMap<string, string>, known: ReadonlySet<string>): void {
  for (const name of query.keys()) {
    if (name !== KEY_PARAMETER && !known.has(name)) {
      throw new InvalidParameter(name, `Unexpected field: ${name}`)
    }
  }
}

/** Throws InvalidParameter for a text that the filter does not take. */
export function readFilter(name: string, filter: Filter, text: string) {
  switch (filter.kind) {
    case 'one':
      if (!filter.values.includes(text)) throw new InvalidParameter(name, 'Invalid value for enum')
      return text
    case 'many': {
      // Other servers of this API ignore case.
      const known = new Map(filter.values.map((value) => [value.toLowerCase(), value]))
      const values = text.split(',').map((value) => known.get(value.trim().toLowerCase()))
      if (values.includes(undefined)) throw new InvalidParameter(name, 'Invalid value for enum')
      return [...new Set(values.filter((value) => value !== undefined))]
    }
    case 'flag':
      if (text !== 'true' && text !== 'false') throw new InvalidParameter(name, 'Invalid boolean')
      return text === 'true'
    case 'count':
      if (!/^\d{1,9}$/.test(text)) throw new InvalidParameter(name, 'Invalid integer')
      if (Number(text) < filter.min) {
        throw new InvalidParameter(name, `${text} is smaller than inclusive minimum ${String(filter.min)}`)
      }
      return Math.min(Number(text), filter.max)
    case 'address':
    case 'topic':
      if (!PARAM_FORMATS[filter.kind].pattern.test(text)) {
        throw new InvalidParameter(
          name,
          `Invalid format of ${filter.kind === 'topic' ? 'a topic' : 'an address'}`,
        )
      }
      return text.toLowerCase()
    case 'amount':
    case 'time':
      // The pattern does not check the calendar: it accepts a 13th month.
      if (!PARAM_FORMATS[filter.kind].pattern.test(text) || (filter.kind === 'time' && !isTime(text)))
        throw new InvalidParameter(name, `Invalid format. Expected ${PARAM_FORMATS[filter.kind].description}`)
      return text
    case 'listOf':
      return readListed(name, filter.format, text)
    case 'searchText':
      if (!PARAM_FORMATS.searchText.pattern.test(text)) throw new InvalidParameter(name, 'Too long')
      if (filter.pattern?.test(text) === false) throw new InvalidParameter(name, 'Invalid format')
      return text
  }
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

function readListed(name: string, format: keyof typeof PARAM_FORMATS, text: string): readonly string[] {
  const { pattern, description } = PARAM_FORMATS[format]
  const values = text.split(',', MAX_LISTED + 1).map((value) => value.trim())
  if (values.length > MAX_LISTED) throw new InvalidParameter(name, `More than ${String(MAX_LISTED)} values`)
  if (!values.every((value) => pattern.test(value)))
    throw new InvalidParameter(name, `Invalid format. Expected a list, each ${description}`)
  return [...new Set(format === 'searchText' ? values : values.map((value) => value.toLowerCase()))]
}
