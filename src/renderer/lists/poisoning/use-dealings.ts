import { defineStore } from 'pinia'
import { computed, markRaw, type ComputedRef } from 'vue'
import { LruCache } from '#shared/lru-cache.ts'
import { RowDealings } from './row-dealings.ts'

/** The lists of an address teach each other: what it signed stands in one, what imitates it in another. */
const useAccountDealings = defineStore('account-dealings', () => ({
  accounts: markRaw(new LruCache<string, RowDealings>({ maxSize: 8 })),
}))

/** What is known from the loaded rows of an address; without one, from the rows of this list. */
export const useDealings = (
  source: () => string,
  ownAddress: () => string | undefined,
): ComputedRef<RowDealings> => {
  const { accounts } = useAccountDealings()
  return computed(() => {
    const own = ownAddress()?.toLowerCase()
    return own === undefined
      ? new RowDealings(undefined)
      : accounts.getOrMake(`${source()} ${own}`, () => new RowDealings(own))
  })
}

/** Who imitates somebody that one of these accounts deals with, as far as their lists were read. */
export const useImitations = (
  source: () => string,
  of: () => readonly (string | undefined)[],
): ComputedRef<ReadonlyMap<string, string>> => {
  const { accounts } = useAccountDealings()
  return computed(() => {
    const known = of().flatMap((account) => accounts.get(`${source()} ${account?.toLowerCase() ?? ''}`) ?? [])
    return new Map(known.flatMap(({ imitated }) => [...imitated.value]))
  })
}
