/** Parses the query of an explorer's page: filters, page size and cursor. */
import { pageSize, PAGE_SIZE } from '#shared/lists/filters.ts'
import { InvalidParameter } from '../invalid-parameter.ts'
import { readFilter, refuseUnknown, ROWS_PER_PAGE } from '../list-query-format.ts'
import type { ExplorerRequest, ExplorerCursor, ExplorerPage } from './explorer-page.ts'

/** Other names of the page size. */
export const SIZES = [PAGE_SIZE, 'limit'] as const

/** Throws InvalidParameter for a malformed parameter, and for an unknown one in a strict dialect. */
export function readExplorerQuery(
  { filters = {}, cursor = [] }: ExplorerPage,
  query: ReadonlyMap<string, string>,
  isStrict: boolean,
): Pick<ExplorerRequest, 'filters' | 'after' | 'limit'> {
  const sizes = cursor.length > 0 ? SIZES : []
  if (isStrict) refuseUnknown(query, new Set([...Object.keys(filters), ...cursor, ...sizes]))
  const given = (names: readonly string[]) =>
    names.flatMap((name) => {
      const text = query.get(name)
      return text === undefined || text === '' ? [] : [[name, text] as const]
    })
  const [size] = given(sizes)
  return {
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, filter]) =>
        given([name]).map(([, text]) => [name, readFilter(name, filter, text)]),
      ),
    ),
    after: readCursor(cursor, given(cursor)),
    limit: size ? Number(readFilter(size[0], pageSize, size[1])) : ROWS_PER_PAGE,
  }
}

function readCursor(
  keys: readonly string[],
  given: readonly (readonly [string, string])[],
): ExplorerCursor | null {
  if (given.length === 0) return null
  const wrong = given.find(([, text]) => !/^\d{1,15}$/.test(text))
  if (wrong) throw new InvalidParameter(wrong[0], 'Invalid integer')
  const missing = keys.find((key) => !given.some(([name]) => name === key))
  if (missing !== undefined) throw new InvalidParameter(missing, `Missing field: ${missing}`)
  return Object.fromEntries(given.map(([name, text]) => [name, Number(text)]))
}
