import { listEndpoint, type ListId } from './list-table.ts'

type Filters = Readonly<Record<string, unknown>>

/** Whether a list may be kept on this machine: not words that a person searched for, and not pending rows. */
export const canBeKept = (list: ListId, filters: Filters): boolean =>
  !isSearch(list, filters) && !(isSet(filters.filter) && String(filters.filter) === 'pending')

/** Whether a list is what was found for words of a person. */
export function isSearch(list: ListId, filters: Filters): boolean {
  const known = listEndpoint(list).filters
  return (
    list === 'search' ||
    Object.entries(filters).some(([name, value]) => isSet(value) && known[name]?.kind === 'searchText')
  )
}

/** Whether a filter says anything. */
export const isSet = (value: unknown) =>
  value != null && value !== '' && !(Array.isArray(value) && value.length === 0)
