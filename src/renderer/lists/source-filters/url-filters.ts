/** Filters of a list in the URL, beside the tab: `?filter=to&type=ERC-20,ERC-721`. */
import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import type { Filters } from '#shared/rpc/contract/lists.ts'
import type { Filter } from '#shared/lists/filters.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'

/** Reads the filters of this list from a URL's query. Ignores other parameters. */
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

/** The query of a URL with these filters, and with `tab` where it is given. */
export function queryOfFilters(filters: Filters, tab?: string): LocationQueryRaw {
  const query: LocationQueryRaw = tab === undefined ? {} : { tab }
  for (const [name, value] of Object.entries(filters)) {
    const text = Array.isArray(value) ? value.join(',') : String(value)
    if (text !== '') query[name] = text
  }
  return query
}

/** The query parameter of the row filter, which has the typed text: `?where=token:USDC`. */
export const FILTER_PARAM = 'where'

export const filterOfQuery = (query: LocationQuery): string => [query[FILTER_PARAM]].flat()[0] ?? ''
