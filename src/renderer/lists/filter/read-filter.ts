import { checkQuery, type Asked } from '#shared/query/check-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { ParsedQuery } from '#shared/query/query.ts'
import type { Queried } from '#shared/query/row-fields.ts'

/** What a text asks of rows of this kind, or of any where it is undefined; or what is wrong with it. */
export function readFilter(text: string, kind: Queried | undefined, own: Asked): ParsedQuery {
  const parsed = parseQuery(text)
  if (!parsed.query || kind === undefined) return parsed
  const errors = checkQuery(parsed.query, kind, own)
  return errors.length === 0 ? parsed : { query: null, errors }
}
