import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type ComputedRef } from 'vue'
import type { CaseLabel } from '#shared/rpc/contract/cases.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { useWatchlist } from './watchlist.ts'

type Labels = ReadonlyMap<string, string>

const useLabelsByChain = defineStore('address-labels', () => {
  const watchlist = useWatchlist()
  /** The chain in front, a decimal id; undefined where it is not known. */
  const chainId = ref<string>()
  /** Of who saved the open case. */
  const ofCase = shallowRef<readonly CaseLabel[]>([])
  const byChain = new Map<string | undefined, ComputedRef<Labels>>()

  function of(chain: string | undefined): Labels {
    const known = byChain.get(chain)
    if (known) return known.value
    const labels = computed<Labels>((before) => {
      const next = labelsOn(watchlist.entries, chain, ofCase.value)
      return before && isSame(before, next) ? before : next
    })
    byChain.set(chain, labels)
    return labels.value
  }
  return { chainId, ofCase, of }
})

/** The person's own labels of addresses, as they count on the chain of the pane, or on the one in front. */
export function useAddressLabels() {
  const pane = usePane()
  const store = useLabelsByChain()
  return {
    /** By address in lower case. A new map when a label changes, not with each change of the watchlist. */
    get labels(): Labels {
      return store.of(pane ? pane.chainId() : store.chainId)
    },
    setChain(chain: string | undefined) {
      store.chainId = chain
    },
    setOfCase(of: readonly CaseLabel[]) {
      store.ofCase = of
    },
  }
}

const isSame = (one: Labels, other: Labels) =>
  one.size === other.size && [...one].every(([address, label]) => other.get(address) === label)
