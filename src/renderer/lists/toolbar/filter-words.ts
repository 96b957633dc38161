/** What filters are called, and how a choice becomes one. */
import type { Filters } from '#shared/rpc/contract/lists.ts'

/** As seen from the address whose list it is: the API says `to` and `from`. */
export const DIRECTIONS = [
  { value: '', words: 'All' },
  { value: 'to', words: 'In' },
  { value: 'from', words: 'Out' },
] as const

export const SORTS = [
  { words: 'Newest first', filters: {} },
  { words: 'Oldest first', filters: { sort: 'block_number', order: 'asc' } },
  { words: 'Highest value', filters: { sort: 'value', order: 'desc' } },
  { words: 'Lowest value', filters: { sort: 'value', order: 'asc' } },
  { words: 'Highest fee', filters: { sort: 'fee', order: 'desc' } },
  { words: 'Lowest fee', filters: { sort: 'fee', order: 'asc' } },
] as const

/** The filters that a choice stands for; none for what is no choice. */
export const sortOf = (words: string): Filters => ({ ...SORTS.find((sort) => sort.words === words)?.filters })

/** The choice that these filters are: the first where they are none of them. */
export function sortWords({ sort, order }: Filters): string {
  const found = SORTS.find(
    ({ filters }) => 'sort' in filters && filters.sort === sort && filters.order === (order ?? 'desc'),
  )
  return (found ?? SORTS[0]).words
}

/** The filters with one of them changed; `undefined` takes it away. */
export function withFilter(filters: Filters, name: string, value: Filters[string] | undefined): Filters {
  const { [name]: _before, ...others } = filters
  return value === undefined ? others : { ...others, [name]: value }
}
