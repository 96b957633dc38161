/** Adds and removes conditions in the text of a filter. */
import { parseQuery } from '#shared/query/parse-query.ts'
import { printQuery } from '#shared/query/print-query.ts'
import { partsOf, type Query } from '#shared/query/query.ts'

/** The text of each condition of a filter. */
export const conditionsOf = (query: Query): readonly string[] => partsOf(query).map(printQuery)

/** The text of a filter without one of its conditions. */
export const withoutCondition = (query: Query, index: number): string => {
  const parts = partsOf(query).filter((_, at) => at !== index)
  const [first] = parts
  return first === undefined
    ? ''
    : printQuery(parts.length === 1 ? first : { kind: 'all', parts, at: query.at })
}

/** Replaces a condition. Without `before` it adds one; without `condition` it removes one. */
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

/** Adds a condition, unless the filter has it already. */
export function withCondition(text: string, condition: string): string {
  const { query } = parseQuery(text)
  if (!query) return condition
  if (conditionsOf(query).includes(condition)) return text
  return `${query.kind === 'any' ? `(${printQuery(query)})` : text.trim()} ${condition}`
}
