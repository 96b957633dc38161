import { listEndpoint, listsOf, type ListId } from './list-table.ts'

type Filters = Readonly<Record<string, unknown>>

/**
 * Whether a list may be stored on this machine. Searches are not stored, because they contain a person's words; nor
 * are pending rows.
 */
export const canBeKept = (list: ListId, filters: Filters): boolean =>
  !isSearch(list, filters) && !(isSet(filters.filter) && String(filters.filter) === 'pending')

/** The lists of an address that are kept unless others are named: those of an extension are not there on each source. */
export const addressListsToKeep = (): readonly ListId[] =>
  listsOf('address').filter((id) => listEndpoint(id).extension === undefined)

/** Whether a list is the result of a search for a person's words. */
export function isSearch(list: ListId, filters: Filters): boolean {
  const known = listEndpoint(list).filters
  return (
    list === 'search' ||
    Object.entries(filters).some(([name, value]) => isSet(value) && known[name]?.kind === 'searchText')
  )
}

/** Whether a filter has a value. */
export const isSet = (value: unknown) =>
  value != null && value !== '' && !(Array.isArray(value) && value.length === 0)
