import { computed, type ComputedRef } from 'vue'
import { endsOf, isLookAlike } from '#shared/poisoning/look-alike.ts'

/** Returns a function that gives the name of the address which `address` (lower case) imitates, if any. */
export function createImitations(
  labels: () => ReadonlyMap<string, string>,
): ComputedRef<(address: string) => string | undefined> {
  return computed(() => {
    const own = labels()
    const byEnds = Map.groupBy(own.keys(), endsOf)
    return (address) => {
      const whom = own.has(address)
        ? undefined
        : byEnds.get(endsOf(address))?.find((other) => isLookAlike(address, other))
      return whom === undefined ? undefined : own.get(whom)
    }
  })
}
