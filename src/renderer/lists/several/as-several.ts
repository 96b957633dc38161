import { filtersOfSeveral } from '#shared/lists/several.ts'
import { withOwners } from './owners-column.ts'
import type { Several } from './several.ts'

/** Several addresses as one, the first of which stands in the parameters of their lists. */
export const asSeveral = (addresses: readonly string[]): Several => ({
  others: addresses.slice(1),
  all: new Set(addresses.map((address) => address.toLowerCase())),
  columns: withOwners,
  filters: filtersOfSeveral,
})
