/** The shapes of a flow graph, for the screen and for files. */
import type { FlowEdge, FlowGraph, FlowNode } from '../graph/flow-graph.ts'
import { pointOf, thicknessOf } from './geometry.ts'
import type { FlowText, NodeText } from './use-flow-text.ts'

export interface NodeShape {
  readonly node: FlowNode
  readonly x: number
  readonly y: number
  readonly text: NodeText
}

/** `came`: towards the start; `went`: away from it; `back`: neither. */
type EdgeTone = 'came' | 'went' | 'back'

export interface EdgeShape {
  readonly edge: FlowEdge
  readonly tone: EdgeTone
  readonly thickness: number
  /** 0 is a straight line. */
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

/** The full address, or the title of a node that stands for several. */
export function nameOfNode(id: string, { nodes }: FlowGraph, text: Pick<FlowText, 'titleOf'>): string {
  const node = nodes.get(id)
  return !node ? '' : node.kind === 'address' ? node.party.hash : text.titleOf(node)
}
