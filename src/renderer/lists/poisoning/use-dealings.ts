import { computed, type ComputedRef } from 'vue'
import { LruCache } from '#shared/lru-cache.ts'
import { Dealings } from './dealings.ts'

/** The lists of an address teach each other: what it signed stands in one, what imitates it in another. */
const accounts = new LruCache<string, Dealings>({ maxSize: 8 })

/** What is known from the loaded rows of an address; without one, from the rows of this list. */
export const useDealings = (
  source: () => string,
  ownAddress: () => string | undefined,
): ComputedRef<Dealings> =>
  computed(() => {
    const own = ownAddress()?.toLowerCase()
    return own === undefined
      ? new Dealings(undefined)
      : accounts.getOrMake(`${source()} ${own}`, () => new Dealings(own))
  })

/** Who imitates somebody that one of these accounts deals with, as far as their lists were read. */
export const useImitations = (
  source: () => string,
  of: () => readonly (string | undefined)[],
): ComputedRef<ReadonlyMap<string, string>> =>
  computed(() => {
    const known = of().flatMap((account) => accounts.get(`${source()} ${account?.toLowerCase() ?? ''}`) ?? [])
    return new Map(known.flatMap(({ imitated }) => [...imitated.value]))
  })
