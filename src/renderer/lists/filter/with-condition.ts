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

/** The filter with a condition in the place of another one; undefined: with none, or in no other's place. */
export function replaceCondition(
  text: string,
  before: string | undefined,
  condition: string | undefined,
): string {
  const { query } = parseQuery(text)
  const index = query && before !== undefined ? conditionsOf(query).indexOf(before) : -1
  const others = query && index >= 0 ? withoutCondition(query, index) : text
  return condition === undefined ? others : withCondition(others, condition)
}

/** The filter with one more condition; the same where it has it already. */
export function withCondition(text: string, condition: string): string {
  const { query } = parseQuery(text)
  if (!query) return condition
  if (conditionsOf(query).includes(condition)) return text
  return `${query.kind === 'any' ? `(${printQuery(query)})` : text.trim()} ${condition}`
}
