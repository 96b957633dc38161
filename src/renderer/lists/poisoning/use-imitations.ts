import { defineStore } from 'pinia'
import { computed, markRaw, shallowRef, type ComputedRef, type ShallowRef } from 'vue'
import { LruCache } from '#shared/lru-cache.ts'

type ByImitator = ReadonlyMap<string, string>

/** Who of the rows of an account imitates whom, as the core tells it with them. */
export interface Imitations {
  /** Imitators with the one they imitate, in lower case. A new map after each change. */
  readonly imitated: ComputedRef<ByImitator>
  readonly tell: (imitated: ByImitator) => void
}

/** The lists of an address teach each other: what it signed stands in one, what imitates it in another. */
const useAccountImitations = defineStore('account-imitations', () => ({
  accounts: markRaw(new LruCache<string, ShallowRef<ByImitator>>({ maxSize: 8 })),
}))

const keyOf = (source: string, account: string) => `${source} ${account.toLowerCase()}`

/** Of the rows of an address; without one, of those of this list. */
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

/** Who imitates somebody that one of these accounts deals with, as far as their lists were read. */
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
