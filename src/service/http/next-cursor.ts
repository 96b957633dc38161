/** Where a page ends as one text, which a client sends back as it is: `next_cursor`, then `cursor`. */
import { InvalidParameter } from './invalid-parameter.ts'

export const CURSOR = 'cursor'

/** The members of `next_page_params` in one text. */
export const writeNextCursor = (next: Readonly<Record<string, unknown>> | null): string | null =>
  next &&
  Buffer.from(
    new URLSearchParams(
      Object.entries(next).map(([key, value]): [string, string] => [key, textOf(value)]),
    ).toString(),
  ).toString('base64url')

/** As a query says it: all digits of a number, a null as the text `null`. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The query with what its cursor stands for. Throws InvalidParameter. */
export function withoutCursor(query: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const cursor = query.get(CURSOR)
  if (cursor === undefined) return query
  const others = [...query].filter(([name]) => name !== CURSOR)
  if (cursor === '') return new Map(others)
  if (!/^[\w-]{1,4000}$/.test(cursor)) throw new InvalidParameter(CURSOR, 'Invalid cursor')
  const members = [...new URLSearchParams(Buffer.from(cursor, 'base64url').toString())]
  if (members.some(([name]) => query.has(name)))
    throw new InvalidParameter(CURSOR, 'Given together with the members that it stands for')
  return new Map([...others, ...members])
}
