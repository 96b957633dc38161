/** A filter with a condition more or less, as text. */
import { parseQuery } from '#shared/query/parse-query.ts'
import { printQuery } from '#shared/query/print-query.ts'
import { partsOf, type Query } from '#shared/query/query.ts'

/** The conditions of a filter, each with its text. */
export const conditionsOf = (query: Query): readonly string[] => partsOf(query).map(printQuery)

/** The filter without one of its conditions. */
export const withoutCondition = (query: Query, index: number): string => {
  const parts = partsOf(query).filter((_, at) => at !== index)
  const [first] = parts
  return first === undefined
    ? ''
    : printQuery(parts.length === 1 ? first : { kind: 'all', parts, at: query.at })
}

/** The filter with one more condition; the same where it has it already. */
export function withCondition(text: string, condition: string): string {
  const { query } = parseQuery(text)
  if (!query) return condition
  if (conditionsOf(query).includes(condition)) return text
  return `${query.kind === 'any' ? `(${printQuery(query)})` : text.trim()} ${condition}`
}
