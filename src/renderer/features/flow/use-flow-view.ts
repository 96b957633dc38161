/** The visible part of a graph: addresses shown together, rows of the table, look-alike addresses. */
import { computed, type ComputedRef } from 'vue'
import { endsOf, isLookAlike } from '#shared/poisoning/look-alike.ts'
import type { FlowFold } from '#shared/flow/flow-state.ts'
import { useFlowFolds } from '#renderer/entities/flow/use-flow-folds.ts'
import type { FlowTableRow } from './flow-columns.ts'
import type { FlowGraph, FlowNode } from '#renderer/entities/flow/graph/flow-graph.ts'
import { foldGraph } from '#renderer/entities/flow/graph/fold-graph.ts'
import type { Flow } from './use-flow.ts'

export function useFlowView(flow: Flow, source: () => string) {
  const folds = useFlowFolds(source)
  const graph = computed(() => foldGraph(flow.graph.value, flow.state.value.folded, folds.isIn))
  const rows = computed<readonly FlowTableRow[]>(() => rowsOf(graph.value))

  return {
    graph,
    rows,
    imitated: imitatedIn(flow),
    /** The sets a node can be shown together with, if another address of the set is in the graph. */
    foldsOf: (node: FlowNode): readonly FlowFold[] => {
      if (node.kind !== 'address') return []
      const all = [...graph.value.nodes.values()].filter(({ kind }) => kind === 'address')
      return folds.of(node).filter((fold) => all.filter((one) => folds.isIn(one, fold)).length > 1)
    },
  }
}

const NO_ASSET = { token: null, tokenId: null } as const

/** The rows of the table: by hop from left to right, and within a pair in the order of its sums. */
function rowsOf({ nodes, edges, assets }: FlowGraph): FlowTableRow[] {
  const rows = [...edges.values()].flatMap((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)]
    if (!from || !to) return []
    return edge.sums.map((sum): FlowTableRow => ({
      edge,
      sum,
      from,
      to,
      asset: assets.get(sum.asset) ?? { id: sum.asset, ...NO_ASSET },
    }))
  })
  return rows.sort(
    (one, other) =>
      one.from.hop - other.from.hop || one.from.row - other.from.row || one.to.row - other.to.row,
  )
}

/** Look-alike addresses of the graph: the one that came into the graph later counts as the imitation. */
function imitatedIn(flow: Flow): ComputedRef<ReadonlyMap<string, string>> {
  return computed(() => {
    const byEnds = new Map<string, string[]>()
    const imitated = new Map<string, string>()
    for (const { id, kind } of flow.graph.value.nodes.values()) {
      if (kind !== 'address') continue
      const same = byEnds.get(endsOf(id)) ?? []
      const whom = same.find((other) => isLookAlike(id, other))
      if (whom !== undefined) imitated.set(id, whom)
      byEnds.set(endsOf(id), [...same, id])
    }
    return imitated
  })
}
