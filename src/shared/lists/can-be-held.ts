import { listEndpoint, type ListId } from './list-table.ts'

/** Whether a list may be held on this machine: not words that a person searched for, and not pending rows. */
export function canBeHeld(list: ListId, filters: Readonly<Record<string, unknown>>): boolean {
  const known = listEndpoint(list).filters
  return (
    list !== 'search' &&
    !Object.entries(filters).some(
      ([name, value]) =>
        isSet(value) &&
        (known[name]?.kind === 'searchText' || (name === 'filter' && String(value) === 'pending')),
    )
  )
}

/** Whether a filter says anything. */
export const isSet = (value: unknown) =>
  value != null && value !== '' && !(Array.isArray(value) && value.length === 0)
