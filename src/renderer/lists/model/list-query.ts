import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { ListId } from '#shared/lists/list-table.ts'

export interface ListQuery {
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Filters
  /** Set where the list merges several addresses: the others beside the one in `params`. */
  readonly others?: readonly string[] | undefined
}

/** A key of a query. The order of parameters and the case of addresses make no difference. */
export const queryKey = ({ source, list, params, filters, others }: ListQuery): string =>
  JSON.stringify([
    source,
    list,
    sorted(params).map(([name, value]) => [name, value.toLowerCase()]),
    sorted(filters),
    others?.map((address) => address.toLowerCase()).sort(),
  ])

/** The query as input of the core's calls. */
export const asInput = ({ source, list, params, filters, others }: ListQuery) => ({
  source,
  list,
  params: { ...params },
  filters,
  ...(others && { others: [...others] }),
})

const sorted = <Value>(record: Readonly<Record<string, Value>>) =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
