/** Addresses of a flow graph that can be merged: those with the same name, or in the same group of the watchlist. */
import { computed } from 'vue'
import { namesOnChain } from '#shared/chain/address-names.ts'
import type { FlowFold } from '#shared/flow/flow-state.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { useAddressLabels } from '#renderer/stores/address-labels.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { useWatchlist } from '#renderer/stores/watchlist.ts'
import type { FlowNode } from './graph/flow-graph.ts'

/** Suffix of labels from an open case. */
const OF_CASE = / \(case\)$/

export function useFlowFolds(source: () => string) {
  const labels = useAddressLabels()
  const watchlist = useWatchlist()
  const sources = useSources()
  /** Groups by address in lower case. */
  const groups = computed(() => {
    const chainId = sources.byId(source())?.chainId
    const byAddress = new Map<string, string[]>()
    for (const entry of watchlist.entries)
      if (entry.groups.length > 0 && (entry.chainId === null || entry.chainId === chainId)) {
        const key = entry.address.toLowerCase()
        byAddress.set(key, [...(byAddress.get(key) ?? []), ...entry.groups])
      }
    return byAddress
  })
  /** `Harbour Exchange` of `Harbour Exchange: Hot Wallet`: the part of the name that an owner's addresses share. */
  function labelOf({ id, party }: FlowNode): string | undefined {
    const own = labels.labels.get(id)?.replace(OF_CASE, '')
    const name = own ?? namesOnChain({ ...party, ens_domain_name: null })[0] ?? party.ens_domain_name
    return name == null ? undefined : plainName(name.split(':')[0] ?? '').trim()
  }
  const groupsOf = ({ id }: FlowNode): readonly string[] => groups.value.get(id) ?? []
  return {
    isIn: (node: FlowNode, { kind, name }: FlowFold) =>
      kind === 'group' ? groupsOf(node).includes(name) : labelOf(node) === name,
    /** All folds that a node can be part of. */
    of: (node: FlowNode): readonly FlowFold[] => {
      const label = labelOf(node)
      return [
        ...(label ? [{ kind: 'label' as const, name: label }] : []),
        ...groupsOf(node).map((name) => ({ kind: 'group' as const, name })),
      ]
    },
  }
}
