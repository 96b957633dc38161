/** Query parameters of lists, and the servers that know them. */
import type { Dialect } from './dialects.ts'

export const TOKEN_TYPES = ['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404', 'ERC-7984'] as const
export const NFT_TYPES = ['ERC-721', 'ERC-1155', 'ERC-404'] as const

/**
 * A query parameter of a list. `one`: a single value; `many`: a comma-separated list; `flag`: true or false; `count`:
 * a whole number in a range; `address`, `topic`, `amount`, `time`: one of these; `searchText`: words to search for;
 * `listOf`: a comma-separated list of free values, at most MAX_LISTED. `dialects` names the servers that know the
 * parameter, if not all do: the others answer 422.
 */
export type Filter = {
  /** In English; translated where it is shown. */
  readonly description: string
  readonly dialects?: readonly Dialect[]
} & (
  | { readonly kind: 'one'; readonly values: readonly string[] }
  | { readonly kind: 'many'; readonly values: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'count'; readonly min: number; readonly max: number }
  | { readonly kind: 'address' | 'topic' | 'amount' | 'time' }
  /** `pattern`: of those that are taken, if not all are. */
  | { readonly kind: 'searchText'; readonly pattern?: RegExp }
  | { readonly kind: 'listOf'; readonly format: 'address' | 'selector' | 'tokenOrCoin' | 'searchText' }
)

/** The same limit as on other servers of this API. */
export const MAX_LISTED = 20

/** A filter with a fixed set of values, known to the types. */
type ValuesFilter<Kind extends 'one' | 'many', Value extends string> = Filter & {
  readonly kind: Kind
  readonly values: readonly Value[]
}

export const oneOf = <const Value extends string>(
  values: readonly Value[],
  description: string,
  dialects?: readonly Dialect[],
): ValuesFilter<'one', Value> => ({ kind: 'one', values, description, ...(dialects && { dialects }) })
export const direction = (description: string) => oneOf(['to', 'from'], description)
export function tokenTypes(): ValuesFilter<'many', (typeof TOKEN_TYPES)[number]>
export function tokenTypes<const Value extends string>(values: readonly Value[]): ValuesFilter<'many', Value>
export function tokenTypes(values: readonly string[] = TOKEN_TYPES): Filter {
  return { kind: 'many', values, description: 'only these kinds of token' }
}

/** The type of a filter's value. */
export type FilterValue<Of extends Filter> = Of extends {
  readonly kind: 'one'
  readonly values: readonly (infer Value)[]
}
  ? Value
  : Of extends { readonly kind: 'many'; readonly values: readonly (infer Value)[] }
    ? readonly Value[]
    : Of extends { readonly kind: 'flag' }
      ? boolean
      : Of extends { readonly kind: 'count' }
        ? number
        : Of extends { readonly kind: 'listOf' }
          ? readonly string[]
          : string
/** The number of items on a page. */
export const PAGE_SIZE = 'items_count'
/** The page size of our own service, if the core that started it asks. */
export const MAX_OWN_PAGE_SIZE = 500
/** v12 accepts the page size (1 to 100) in the request. Up to v11, `items_count` belonged to the cursor. */
export const pageSize = {
  kind: 'count',
  min: 1,
  max: 100,
  description: 'items a page',
  dialects: ['v12'],
} as const satisfies Filter
