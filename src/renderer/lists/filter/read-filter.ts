import { checkQuery, type QueryContext } from '#shared/query/check-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { ParsedQuery } from '#shared/query/query.ts'
import type { Queried } from '#shared/query/row-fields.ts'

/**
 * Parses a filter for rows of this kind, or for any rows where `kind` is undefined. Returns the query, or its errors.
 */
export function readFilter(text: string, kind: Queried | undefined, own: QueryContext): ParsedQuery {
  const parsed = parseQuery(text)
  if (!parsed.query || kind === undefined) return parsed
  const errors = checkQuery(parsed.query, kind, own)
  return errors.length === 0 ? parsed : { query: null, errors }
}
