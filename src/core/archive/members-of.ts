import { invalidInput } from '#shared/errors/failure.ts'
import { isSet } from '#shared/lists/can-be-kept.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { canBeMerged, filtersOfMerged } from '#shared/lists/merged-lists.ts'

/** The list of an address, merged with those of others. */
export interface MergedQuery {
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Readonly<Record<string, unknown>>
  readonly others: readonly string[]
}

/**
 * The addresses in lower case, sorted and without duplicates, so that the same addresses give the same list. Throws
 * `invalid_input` for a list or a filter that can't be merged.
 */
export function membersOf({ list, params, filters, others }: MergedQuery): readonly string[] {
  if (!canBeMerged(list)) throw invalidInput('others', 'no_such_parameter')
  for (const [name, value] of Object.entries(filters))
    if (isSet(value) && !(name in filtersOfMerged(filters))) throw invalidInput(name, 'no_such_filter')
  const all = [params.address_hash ?? '', ...others].map((address) => address.toLowerCase())
  return [...new Set(all)].sort()
}
