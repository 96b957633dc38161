import type { Resource } from '#shared/lists/list-endpoint.ts'
import { checkQuery } from '#shared/query/check-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { ParsedQuery } from '#shared/query/query.ts'

/** What a text asks of the rows of a list, or what is wrong with it. */
export function readFilter(text: string, resource: Resource, ownAddress: string | undefined): ParsedQuery {
  const parsed = parseQuery(text)
  if (!parsed.query) return parsed
  const errors = checkQuery(parsed.query, resource, { ownAddress })
  return errors.length === 0 ? parsed : { query: null, errors }
}
