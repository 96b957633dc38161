/**
 * A query on the rows of a list, as a tree. It is plain data, independent of the window and of where the rows are: in
 * memory or in the archive.
 */

/** A range of characters in the text: `from` is included, `to` is not. */
export interface Span {
  readonly from: number
  readonly to: number
}

export const COMPARISONS = ['=', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Words that stand alone. */
export const FLAGS = ['in', 'out', 'within', 'failed', 'pending', 'scam'] as const
export type Flag = (typeof FLAGS)[number]
/** Words that take a name or a text. */
export const NAME_WORDS = ['from', 'to', 'with', 'token', 'method', 'type', 'chain'] as const
export type NameWord = (typeof NAME_WORDS)[number]
/** Words that take an amount, compared exactly. */
export const NUMBER_WORDS = ['amount', 'value', 'fee', 'usd', 'block'] as const
export type NumberWord = (typeof NUMBER_WORDS)[number]
/** Words that take a date. */
export const DATE_WORDS = ['after', 'before', 'on'] as const
export type DateWord = (typeof DATE_WORDS)[number]
/** Every word that takes a value. */
export type ValueWord = NameWord | NumberWord | DateWord | 'id'
export type Word = ValueWord | Flag

/** A condition. `at` is its position in the text; a group's includes its parentheses. */
export type Term =
  | { readonly kind: 'text'; readonly text: string; readonly at: Span }
  | { readonly kind: 'flag'; readonly flag: Flag; readonly at: Span }
  /** `whole`: the name equals the text; otherwise it contains the text. */
  | {
      readonly kind: 'name'
      readonly word: NameWord
      readonly whole: boolean
      readonly text: string
      readonly at: Span
    }
  /** `number` is a decimal number such as `-1000.5`, of any size. */
  | {
      readonly kind: 'number'
      readonly word: NumberWord
      readonly comparison: Comparison
      readonly number: string
      readonly at: Span
    }
  /** Both ends are included. */
  | {
      readonly kind: 'range'
      readonly word: NumberWord
      readonly least: string
      readonly most: string
      readonly at: Span
    }
  /** `date`: `2025`, `2025-01`, `2025-01-31`, `2025-01-31T14:30` or with seconds; it ends in `Z` if it is in UTC. */
  | { readonly kind: 'date'; readonly word: DateWord; readonly date: string; readonly at: Span }
  | { readonly kind: 'id'; readonly id: string; readonly at: Span }

export type Query =
  | Term
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Query[]; readonly at: Span }
  | { readonly kind: 'not'; readonly part: Query; readonly at: Span }

/** An error in a query: its position, and a message for a person. */
export interface QueryError {
  readonly at: Span
  readonly message: string
}

/** `query` is null if there is an error, and for an empty text. */
export interface ParsedQuery {
  readonly query: Query | null
  readonly errors: readonly QueryError[]
}

export const MAX_QUERY_LENGTH = 10_000
export const MAX_QUERY_TERMS = 200
/** The maximal depth of nested parentheses and `-`. */
export const MAX_QUERY_DEPTH = 32
/** Further errors of a text are not reported. */
export const MAX_QUERY_ERRORS = 10

/** The conditions that must all hold: the parts of a query without `or` at its top level. */
export const partsOf = (query: Query): readonly Query[] => (query.kind === 'all' ? query.parts : [query])

/** All conditions of a query, at any depth. */
export function* termsOf(query: Query): Generator<Term> {
  if ('parts' in query) for (const part of query.parts) yield* termsOf(part)
  else if ('part' in query) yield* termsOf(query.part)
  else yield query
}
