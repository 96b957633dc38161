/** Builds the request to the core for the movements of a sum of the graph. */
import type { CallInput } from '#shared/rpc/contract.ts'
import type { FlowState } from '#shared/flow/flow-state.ts'
import type { FlowEdge, FlowGraph, FlowNode } from '#renderer/entities/flow/graph/flow-graph.ts'

/** Undefined for a sum of several pairs, and for a sum that only the start transaction has. */
export function createRowsRequest(
  edge: FlowEdge,
  graph: FlowGraph,
  { source, state, asset }: { readonly source: string; readonly state: FlowState; readonly asset: string },
): Omit<CallInput<'flow.rows'>, 'offset' | 'limit'> | undefined {
  const [from, to] = [graph.nodes.get(edge.from), graph.nodes.get(edge.to)]
  if (!from || !to || from.kind === 'together' || to.kind === 'together') return undefined
  const side = sideOf(from, to, graph, edge)
  // Only the start transaction has this sum.
  if (!graph.grown.get(side.own.id)?.[side.direction]) return undefined
  const { from: after, to: before, min, withSpam } = state
  const filter = { from: after, to: before, asset, min, withSpam }
  if (side.other.kind === 'address')
    return {
      source,
      address: side.own.id,
      direction: side.direction,
      ...filter,
      party: side.other.id,
      except: [],
    }
  const named = graph.grown.get(side.own.id)?.[side.direction]?.parties.slice(1) ?? []
  return {
    source,
    address: side.own.id,
    direction: side.direction,
    ...filter,
    party: null,
    except: named.map(({ hash }) => hash),
  }
}

/** The side whose rows contain the sum: the address that was grown; of two, the one with more movements here. */
function sideOf(from: FlowNode, to: FlowNode, { grown }: FlowGraph, edge: FlowEdge) {
  const movementsOf = (id: string, direction: 'in' | 'out') =>
    Math.max(
      0,
      ...(grown.get(id)?.[direction]?.sums ?? [])
        .filter((sum) => sum.from === edge.from && sum.to === edge.to)
        .map(({ movements }) => movements),
    )
  const isOfReceiver =
    from.kind === 'others' || (to.kind !== 'others' && movementsOf(to.id, 'in') > movementsOf(from.id, 'out'))
  return isOfReceiver
    ? ({ own: to, other: from, direction: 'in' } as const)
    : ({ own: from, other: to, direction: 'out' } as const)
}
