/** Labels of filters and their choices. Texts are translated when they are shown. */
import { $msgid } from '#shared/text/gettext.ts'
import type { Filter } from '#shared/lists/filters.ts'
import type { Filters } from '#shared/rpc/contract/lists.ts'

/** Names of filters for input fields and messages. */
export const FILTER_LABELS: Readonly<Record<string, string>> = {
  include_zero_value: $msgid('Include zero-value calls'),
  sort: $msgid('Sort'),
  order: $msgid('Sort'),
  holder_address_hash: $msgid('Held by address'),
  token: $msgid('Token address'),
  topic: $msgid('Topic'),
  q: $msgid('Name or symbol'),
}

/** Values of the parameter `filter`: directions or roles as seen from the address, or states. */
const FILTER_CHOICES = [
  {
    title: $msgid('Direction'),
    choices: [
      { value: '', label: $msgid('All') },
      { value: 'to', label: $msgid('In') },
      { value: 'from', label: $msgid('Out') },
    ],
  },
  {
    title: $msgid('State'),
    choices: [
      { value: '', label: $msgid('Mined') },
      { value: 'pending', label: $msgid('Pending') },
    ],
  },
  {
    title: $msgid('Operations'),
    choices: [
      { value: '', label: $msgid('Sent') },
      { value: 'paymaster', label: $msgid('Paid for') },
    ],
  },
] as const

/** The choices of a filter with one value; undefined where another component offers it. */
export const choicesOf = (filter: Filter | undefined) =>
  filter?.kind === 'one'
    ? FILTER_CHOICES.find(({ choices }) =>
        choices.every(({ value }) => value === '' || filter.values.includes(value)),
      )
    : undefined

interface SortChoice {
  readonly label: string
  readonly filters: Filters
}

/** Orders of a list. The first is the default. */
const TRANSACTION_SORTS: readonly [SortChoice, ...SortChoice[]] = [
  { label: $msgid('Newest first'), filters: {} },
  { label: $msgid('Oldest first'), filters: { sort: 'block_number', order: 'asc' } },
  { label: $msgid('Highest value'), filters: { sort: 'value', order: 'desc' } },
  { label: $msgid('Lowest value'), filters: { sort: 'value', order: 'asc' } },
  { label: $msgid('Highest fee'), filters: { sort: 'fee', order: 'desc' } },
  { label: $msgid('Lowest fee'), filters: { sort: 'fee', order: 'asc' } },
]
const TOKEN_SORTS: readonly [SortChoice, ...SortChoice[]] = [
  { label: $msgid('Highest market cap'), filters: {} },
  { label: $msgid('Most holders'), filters: { sort: 'holders_count', order: 'desc' } },
  { label: $msgid('Highest price'), filters: { sort: 'fiat_value', order: 'desc' } },
]
export type SortChoices = typeof TRANSACTION_SORTS

/** The orders of a list, by the values of its filter `sort`. */
export const sortsOf = (filter: Filter | undefined): SortChoices =>
  filter && 'values' in filter && filter.values.includes('holders_count') ? TOKEN_SORTS : TRANSACTION_SORTS

/** The parameters of an order; none for an unknown label. */
export const sortFilters = (sorts: SortChoices, label: string): Filters => ({
  ...sorts.find((sort) => sort.label === label)?.filters,
})

/** The label of the order that these parameters stand for; the default order's label where there is none. */
export function sortLabel(sorts: SortChoices, { sort, order }: Filters): string {
  const found = sorts.find(
    ({ filters }) => 'sort' in filters && filters.sort === sort && filters.order === (order ?? 'desc'),
  )
  return (found ?? sorts[0]).label
}

/** Sets one filter; `undefined` removes it. */
export function withFilter(filters: Filters, name: string, value: Filters[string] | undefined): Filters {
  const { [name]: _before, ...others } = filters
  return value === undefined ? others : { ...others, [name]: value }
}
