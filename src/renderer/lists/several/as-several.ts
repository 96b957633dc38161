import { filtersOfSeveral } from '#shared/lists/several.ts'
import { withOwners } from './owners-column.ts'
import type { Several } from './several.ts'

/** Makes the list parameters of several addresses. Their first one is in the `params` of the lists. */
export const asSeveral = (addresses: readonly string[]): Several => ({
  others: addresses.slice(1),
  all: new Set(addresses.map((address) => address.toLowerCase())),
  columns: withOwners,
  filters: filtersOfSeveral,
})
