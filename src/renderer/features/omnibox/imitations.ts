import { computed, type ComputedRef } from 'vue'
import { endsOf, isLookAlike } from '#shared/poisoning/look-alike.ts'

/** Tells whom an address (lower case) is made to look like: the name of one that is known, here with its name. */
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
