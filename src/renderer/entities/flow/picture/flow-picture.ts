/** The picture of a graph as shapes: what is seen, and what files are made of. */
import type { FlowEdge, FlowGraph, FlowNode } from '../graph/flow-graph.ts'
import { pointOf, thicknessOf } from './geometry.ts'
import type { FlowText, NodeText } from './use-flow-text.ts'

export interface NodeShape {
  readonly node: FlowNode
  readonly x: number
  readonly y: number
  readonly text: NodeText
}

/** `came`: towards where the graph begins; `went`: from there on; `back`: neither. */
type EdgeTone = 'came' | 'went' | 'back'

export interface EdgeShape {
  readonly edge: FlowEdge
  readonly tone: EdgeTone
  readonly thickness: number
  /** 0: straight. */
  readonly curvature: number
}

export interface FlowPicture {
  readonly nodes: ReadonlyMap<string, NodeShape>
  readonly edges: readonly EdgeShape[]
}

export function drawFlow(graph: FlowGraph, text: Pick<FlowText, 'describeNode'>): FlowPicture {
  const nodes = new Map(
    [...graph.nodes.values()].map((node) => [
      node.id,
      { node, ...pointOf(node), text: text.describeNode(node, graph) },
    ]),
  )
  const edges = [...graph.edges.values()].flatMap((edge): EdgeShape[] => {
    const [from, to] = [graph.nodes.get(edge.from), graph.nodes.get(edge.to)]
    if (!from || !to) return []
    const isOnward = to.hop === from.hop + 1
    const isPaired = graph.edges.has(`${edge.to}>${edge.from}`)
    return [
      {
        edge,
        tone: to.hop <= from.hop ? 'back' : to.hop <= 0 ? 'came' : 'went',
        thickness: thicknessOf(edge.share),
        curvature: isOnward && !isPaired ? 0 : 0.18,
      },
    ]
  })
  return { nodes, edges }
}

/** Whole addresses; of what stands for several, what it is called. */
export function nameOfNode(id: string, { nodes }: FlowGraph, text: Pick<FlowText, 'titleOf'>): string {
  const node = nodes.get(id)
  return !node ? '' : node.kind === 'address' ? node.party.hash : text.titleOf(node)
}
