/** Filters of a list in the address bar: `?filter=to&type=ERC-20,ERC-721`, next to the tab. */
import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { Filter } from '#shared/lists/filters.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'

/** What of a query is a filter of this list, read by its kind; what the list does not know is left out. */
export function filtersOfQuery(list: ListId, query: LocationQuery): Filters {
  const filters: Filters = {}
  for (const [name, filter] of Object.entries(listEndpoint(list).filters)) {
    const text = [query[name]].flat()[0]
    const value = text == null || text === '' ? undefined : readFilter(filter, text)
    if (value !== undefined) filters[name] = value
  }
  return filters
}

function readFilter(filter: Filter, text: string): Filters[string] | undefined {
  if (filter.kind === 'many') {
    const values = text.split(',').filter((value) => filter.values.includes(value))
    return values.length > 0 ? values : undefined
  }
  if (filter.kind === 'one') return filter.values.includes(text) ? text : undefined
  if (filter.kind === 'flag') return text === 'true' || text === 'false' ? text === 'true' : undefined
  if (filter.kind === 'count') {
    const count = Number(text)
    return Number.isInteger(count) && count >= filter.min && count <= filter.max ? count : undefined
  }
  return text
}

/** The query that says these filters, and `tab` where it is given. */
export function queryOfFilters(filters: Filters, tab?: string): LocationQueryRaw {
  const query: LocationQueryRaw = tab === undefined ? {} : { tab }
  for (const [name, value] of Object.entries(filters)) {
    const text = Array.isArray(value) ? value.join(',') : String(value)
    if (text !== '') query[name] = text
  }
  return query
}

/** Where the address bar has the filter of the rows, in the words it was typed in: `?where=token:USDC`. */
export const FILTER_PARAM = 'where'

export const filterOfQuery = (query: LocationQuery): string => [query[FILTER_PARAM]].flat()[0] ?? ''
