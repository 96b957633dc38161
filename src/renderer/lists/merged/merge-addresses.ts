import { filtersOfMerged } from '#shared/lists/merged-lists.ts'
import { withOwners } from './owners-column.ts'
import type { MergedAddresses } from '../columns/merged-addresses.ts'

/** Makes the list parameters of several addresses. Their first one is in the `params` of the lists. */
export const mergeAddresses = (addresses: readonly string[]): MergedAddresses => ({
  others: addresses.slice(1),
  all: new Set(addresses.map((address) => address.toLowerCase())),
  columns: withOwners,
  filters: filtersOfMerged,
})
