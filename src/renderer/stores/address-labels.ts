import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import { useWatchlist } from './watchlist.ts'

/** The person's own labels of addresses, as they count on the chain in front. */
export const useAddressLabels = defineStore('address-labels', () => {
  const watchlist = useWatchlist()
  /** The chain in front, a decimal id; undefined where it is not known. */
  const chainId = ref<string>()
  /** By address in lower case. A new map when a label changes, not with each change of the watchlist. */
  const labels = computed<ReadonlyMap<string, string>>((before) => {
    const next = labelsOn(watchlist.entries, chainId.value)
    return before && isSame(before, next) ? before : next
  })
  return { chainId, labels }
})

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size === other.size && [...one].every(([address, label]) => other.get(address) === label)
