import type { Resource } from '#shared/lists/list-endpoint.ts'
import { checkQuery } from '#shared/query/check-query.ts'
import { compileForText, compileQuery } from '#shared/query/compile-query.ts'
import { parseQuery } from '#shared/query/parse-query.ts'
import type { QueryError } from '#shared/query/query.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import { UsageError } from './output/failures.ts'

/** Compiles a filter to its tests; undefined for an empty one. Throws `UsageError` with the error in it. */
export function readQuestion(text: string, resource: Resource, context: RowContext) {
  if (text.trim() === '') return undefined
  const { query, errors } = parseQuery(text)
  refuseErrors(text, [...errors, ...(query ? checkQuery(query, resource, context) : [])])
  return query && { fits: compileQuery(query, resource, context), fitsText: compileForText(query) }
}

/** Throws `UsageError` with the first error, and marks its position in the text. */
export function refuseErrors(text: string, errors: readonly QueryError[]): void {
  const [error] = errors
  if (!error) return
  const { from, to } = error.at
  throw new UsageError(`${error.message} It is about “${text.slice(from, to)}”.`)
}
