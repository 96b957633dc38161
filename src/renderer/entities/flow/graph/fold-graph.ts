/**
 * Merges several addresses of a graph into one node. Movements between them become `within`; the others are added up.
 */
import type { FlowFold } from '#shared/flow/flow-state.ts'
import { addSums, edgeId, withShares, type FlowEdge, type FlowGraph, type FlowNode } from './flow-graph.ts'

/** `isIn`: whether an address belongs to a fold. */
export function foldGraph(
  graph: FlowGraph,
  folds: readonly FlowFold[],
  isIn: (node: FlowNode, fold: FlowFold) => boolean,
): FlowGraph {
  if (folds.length === 0) return graph
  const standsFor = new Map<string, string>()
  const nodes = new Map<string, FlowNode>()
  for (const fold of folds) {
    const members = [...graph.nodes.values()].filter(
      (node) => node.kind === 'address' && !standsFor.has(node.id) && isIn(node, fold),
    )
    const [first] = members
    if (!first || members.length < 2) continue
    const id = `together ${fold.kind} ${fold.name}`
    for (const member of members) standsFor.set(member.id, id)
    nodes.set(id, { ...first, id, kind: 'together', count: members.length, fold, within: 0 })
  }
  for (const node of graph.nodes.values()) if (!standsFor.has(node.id)) nodes.set(node.id, node)
  const edges = new Map<string, Omit<FlowEdge, 'share'>>()
  for (const { from, to, sums } of graph.edges.values()) {
    const ends = { from: standsFor.get(from) ?? from, to: standsFor.get(to) ?? to }
    if (ends.from === ends.to && ends.from !== from) {
      const node = nodes.get(ends.from)
      const movements = sums.reduce((sum, one) => sum + one.movements, 0)
      if (node) nodes.set(node.id, { ...node, within: (node.within ?? 0) + movements })
      continue
    }
    const id = edgeId(ends.from, ends.to)
    edges.set(id, { id, ...ends, sums: addSums(edges.get(id)?.sums ?? [], sums) })
  }
  return { ...graph, nodes, edges: withShares([...edges.values()]) }
}
