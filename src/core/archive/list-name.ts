/** Names stored lists, so that different requests for the same list give the same name. */
import { isSet } from '#shared/lists/can-be-kept.ts'
import { PAGE_SIZE } from '#shared/lists/filters.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'

export interface ListRequest {
  readonly source: string
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Readonly<Record<string, unknown>>
}

export interface ListName {
  readonly source: string
  readonly list: ListId
  readonly params: string
  readonly filters: string
  /**
   * `history`: rows are facts in chain order, and the list only grows at its newest end. `snapshot`: rows are a
   * present state in another order, and are replaced as a whole.
   */
  readonly kind: 'history' | 'snapshot'
}

export function nameList({ source, list, params, filters }: ListRequest): ListName {
  const endpoint = listEndpoint(list)
  const set = Object.entries(filters)
    .filter(([name, value]) => name !== PAGE_SIZE && isSet(value))
    .map(([name, value]) => [name, formatValue(value)] as const)
    .sort(byName)
  // Pending rows are in no block.
  const isInOtherOrder = set.some(
    ([name, value]) => name === 'sort' || name === 'order' || (name === 'filter' && value === 'pending'),
  )
  return {
    source,
    list,
    params: formatParams(params),
    filters: JSON.stringify(set),
    kind: endpoint.order?.direction === 'desc' && !isInOtherOrder ? 'history' : 'snapshot',
  }
}

/** One text for a list, however it is requested. */
export function formatListName(request: ListRequest): string {
  const { source, list, params, filters } = nameList(request)
  return JSON.stringify([source, list, params, filters])
}

/** Addresses, hashes and numbers are case-insensitive. */
export const formatParams = (params: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    Object.entries(params)
      .map(([name, value]) => [name, value.toLowerCase()] as const)
      .sort(byName),
  )

const formatValue = (value: unknown) =>
  (Array.isArray(value)
    ? [...(value as readonly unknown[])].map(String).sort().join()
    : String(value)
  ).replace(/^0x[0-9a-f]*$/i, (hex) => hex.toLowerCase())
const byName = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
  one < other ? -1 : one > other ? 1 : 0
