import { defineStore } from 'pinia'
import { computed, ref, shallowRef, type ComputedRef } from 'vue'
import type { CaseLabel } from '#shared/rpc/contract/cases.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import { usePane } from '#renderer/lib/pane.ts'
import { useWatchlist } from './watchlist.ts'

type Labels = ReadonlyMap<string, string>

const useLabelsByChain = defineStore('address-labels', () => {
  const watchlist = useWatchlist()
  /** Chain of the active pane, as a decimal id; undefined where it is unknown. */
  const chainId = ref<string>()
  /** Labels that the author of the open case saved in it. */
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

/**
 * The person's own labels for the chain of the calling component's pane; outside of panes, for that of the active one.
 */
export function useAddressLabels() {
  const pane = usePane()
  const store = useLabelsByChain()
  return {
    /** By address in lower case. A new map when a label changes, not with other changes of the watchlist. */
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
