import { defineStore } from 'pinia'
import { computed, markRaw, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { LruCache } from '#shared/lru-cache.ts'

type ByImitator = ReadonlyMap<string, string>

/** Imitations among the rows of an account, which the core sends with the rows. */
export interface Imitations {
  /** Imitators with the address that each imitates, in lower case. Each change makes a new map. */
  readonly imitated: ComputedRef<ByImitator>
  readonly tell: (imitated: ByImitator) => void
}

/**
 * Imitations by account, shared by its lists: one list has what the account signed, another the transfers that imitate
 * it.
 */
const useAccountImitations = defineStore('account-imitations', () => ({
  accounts: markRaw(new LruCache<string, ShallowRef<ByImitator>>({ maxSize: 8 })),
}))

const keyOf = (source: string, account: string) => `${source} ${account.toLowerCase()}`

/** Imitations of an address; without an address, those of the list's own rows. */
export function useImitations(source: () => string, ownAddress: () => string | undefined): Imitations {
  const { accounts } = useAccountImitations()
  const known = computed(() => {
    const own = ownAddress()
    const none = () => shallowRef<ByImitator>(new Map())
    return own === undefined ? none() : accounts.getOrMake(keyOf(source(), own), none)
  })
  return {
    imitated: computed(() => known.value.value),
    tell(imitated) {
      const isNews = [...imitated].some(([imitator, one]) => known.value.value.get(imitator) !== one)
      if (isNews) known.value.value = new Map([...known.value.value, ...imitated])
    },
  }
}

/** Imitations of addresses that these accounts deal with, as far as their lists were read. */
export function useImitationsOf(
  source: () => string,
  of: () => readonly (string | undefined)[],
): ComputedRef<ByImitator> {
  const { accounts } = useAccountImitations()
  return computed(
    () =>
      new Map(of().flatMap((account) => [...(accounts.get(keyOf(source(), account ?? ''))?.value ?? [])])),
  )
}
