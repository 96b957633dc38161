/** Makes a flow graph from a person's steps, in their order. */
import type { AddressRef } from '#shared/chain/address.ts'
import { OTHERS, type FlowDirection, type FlowStep, type FlowTransaction } from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import {
  ENDS,
  MAX_FLOW_EDGES,
  MAX_FLOW_ENDS,
  MAX_FLOW_NODES,
  type FlowState,
  type FlowStepState,
} from '#shared/flow/flow-state.ts'
import { hubLabel } from '#shared/flow/hub.ts'
import {
  edgeId,
  mergeSums,
  withShares,
  type FlowEdge,
  type FlowGraph,
  type FlowNode,
  type LeftOut,
  type OneStep,
} from './flow-graph.ts'
import { createPlaces, type Places } from './place-nodes.ts'

/** Returns the core's answer to a step: undefined until it has arrived, null after an error. */
export type AnswerOf = (step: OneStep) => FlowStep | null | undefined

interface Making {
  readonly nodes: Map<string, FlowNode>
  readonly edges: Map<string, Omit<FlowEdge, 'share'>>
  readonly assets: Map<string, LedgerAsset>
  readonly grown: Map<string, Partial<Record<FlowDirection, FlowStep>>>
  readonly places: Places
  /** Left out by the limits: nodes with their number of addresses, edges, and ends with the direction of their step. */
  readonly left: {
    readonly nodes: Map<string, number>
    readonly edges: Set<string>
    readonly ends: Map<string, FlowDirection>
  }
}

/** Makes the graph. `start`: an address in lower case, or the movements of a transaction. */
export function makeGraph(
  start: string | FlowTransaction,
  { steps, removed, closed }: Pick<FlowState, 'steps' | 'removed' | 'closed'>,
  answerOf: AnswerOf,
): FlowGraph {
  const making: Making = {
    nodes: new Map(),
    edges: new Map(),
    assets: new Map(),
    grown: new Map(),
    places: createPlaces(),
    left: { nodes: new Map(), edges: new Set(), ends: new Map() },
  }
  if (typeof start === 'string') addNodes(making, [{ hash: start }], { hop: 0, around: 0, parent: null })
  else addTransaction(making, start)
  const wanted = takeSteps(making, steps, { answerOf, closed: new Set(closed) })
  const { nodes, edges } = withoutRemoved(making, new Set(removed))
  return {
    nodes,
    edges: withShares(edges),
    assets: making.assets,
    grown: making.grown,
    leftOut: countLeftOut(making),
    wanted,
  }
}

function countLeftOut({ left, nodes, grown }: Making): LeftOut {
  const sum = (counts: Iterable<number>) => [...counts].reduce((all, one) => all + one, 0)
  // Leaves out ends that a later step expanded, and ends that are not in the graph.
  const ends = [...left.ends].filter(([id, direction]) => nodes.has(id) && !grown.get(id)?.[direction])
  const cut = [...grown.values()].filter((steps) => Object.values(steps).some(({ isCut }) => isCut))
  return { nodes: sum(left.nodes.values()), edges: left.edges.size, ends: ends.length, cut: cut.length }
}

/**
 * Applies steps, and returns those without an answer. A step waits for all steps before it, so that the order of
 * answers moves no node. The ends of the graph depend on the steps before, too.
 */
function takeSteps(
  making: Making,
  steps: readonly FlowStepState[],
  { answerOf, closed }: { readonly answerOf: AnswerOf; readonly closed: ReadonlySet<string> },
): readonly OneStep[] {
  const wanted: OneStep[] = []
  for (const step of steps) {
    if (step.of === ENDS && wanted.length > 0) break
    for (const one of step.of === ENDS ? endsOf(making, step, closed) : [step]) {
      const answer = answerOf(one)
      if (answer === undefined) wanted.push(one)
      else if (answer && wanted.length === 0) take(making, one, answer)
    }
  }
  return wanted
}

/** Addresses on this side without a step in its direction, except hubs. */
function endsOf({ nodes, grown, left }: Making, step: FlowStepState, closed: ReadonlySet<string>): OneStep[] {
  const isSide = ({ hop }: FlowNode) => (step.direction === 'out' ? hop >= 0 : hop <= 0)
  const ends = [...nodes.values()]
    .filter((node) => node.kind === 'address' && isSide(node) && hubLabel(node.party) === undefined)
    .filter(({ id }) => grown.get(id)?.[step.direction] === undefined && !closed.has(id))
  for (const { id } of ends.slice(MAX_FLOW_ENDS)) left.ends.set(id, step.direction)
  return ends.slice(0, MAX_FLOW_ENDS).map(({ id }) => ({ ...step, of: id }))
}

function take(making: Making, { of, direction }: OneStep, answer: FlowStep) {
  const node = making.nodes.get(of)
  if (!node) return
  const grown = making.grown.get(of) ?? {}
  making.grown.set(of, { ...grown, [direction]: answer })
  for (const asset of answer.assets) making.assets.set(asset.id, asset)
  const others = `${OTHERS} ${direction} ${of}`
  // Addresses among the former `others` may have nodes of their own now.
  making.nodes.delete(others)
  making.left.nodes.delete(others)
  for (const id of [edgeId(of, others), edgeId(others, of)]) making.edges.delete(id)
  const [own, ...parties] = answer.parties
  if (own) making.nodes.set(of, { ...node, party: { ...node.party, ...own } })
  const hop = node.hop + (direction === 'out' ? 1 : -1)
  const place = { hop, around: node.row, parent: of }
  addNodes(making, parties, place)
  if (answer.others > 0) addOthers(making, others, { ...place, direction, count: answer.others })
  for (const { from, to, ...sum } of answer.sums)
    addEdge(making, from === OTHERS ? others : from, to === OTHERS ? others : to, [sum])
}

interface Around {
  readonly hop: number
  readonly around: number
  readonly parent: string | null
}

function addNodes(making: Making, parties: readonly AddressRef[], { hop, around, parent }: Around) {
  const fresh: AddressRef[] = []
  for (const party of parties) {
    const id = party.hash.toLowerCase()
    if (making.nodes.has(id)) continue
    if (making.nodes.size + fresh.length >= MAX_FLOW_NODES) making.left.nodes.set(id, 1)
    else fresh.push(party)
  }
  const places = making.places.take(hop, around, fresh.length)
  for (const [at, party] of fresh.entries()) {
    const id = party.hash.toLowerCase()
    const place = places[at] ?? { hop, row: around }
    making.nodes.set(id, { ...place, id, party, kind: 'address', parent, count: 1 })
    making.left.nodes.delete(id)
  }
}

function addOthers(
  making: Making,
  id: string,
  { hop, around, parent, direction, count }: Around & { direction: FlowDirection; count: number },
) {
  if (making.nodes.size >= MAX_FLOW_NODES) {
    making.left.nodes.set(id, count)
    return
  }
  const siblings = [...making.nodes.values()].filter((node) => node.parent === parent && node.hop === hop)
  const below = Math.max(around, ...siblings.map(({ row }) => row + 1))
  const [place = { hop, row: below }] = making.places.take(hop, below, 1)
  making.nodes.set(id, { ...place, id, party: { hash: id }, kind: 'others', parent, count, direction })
}

function addEdge(making: Making, from: string, to: string, sums: FlowEdge['sums']) {
  if (!making.nodes.has(from) || !making.nodes.has(to)) return
  const id = edgeId(from, to)
  const known = making.edges.get(id)
  if (!known && making.edges.size >= MAX_FLOW_EDGES) {
    making.left.edges.add(id)
    return
  }
  making.left.edges.delete(id)
  making.edges.set(id, { id, from, to, sums: mergeSums(known?.sums ?? [], sums) })
}

/** Adds a transaction. Addresses that only send are at hop 0; a receiver is one hop after its sender. */
function addTransaction(making: Making, { parties, sums, assets }: FlowTransaction) {
  for (const asset of assets) making.assets.set(asset.id, asset)
  const byHash = new Map(parties.map((party) => [party.hash.toLowerCase(), party]))
  const receivers = new Set(sums.map(({ to }) => to))
  const hops = new Map<string, number>()
  const queue = [...byHash.keys()].filter((hash) => !receivers.has(hash))
  const [first] = byHash.keys()
  if (queue.length === 0 && first !== undefined) queue.push(first)
  const parentOf = new Map<string, string>()
  for (const hash of queue) hops.set(hash, 0)
  for (let at = 0; at < queue.length; at += 1) {
    const from = queue[at] ?? ''
    for (const { to } of sums.filter((sum) => sum.from === from))
      if (!hops.has(to)) {
        hops.set(to, (hops.get(from) ?? 0) + 1)
        parentOf.set(to, from)
        queue.push(to)
      }
    // Addresses that no pure sender leads to: they form a circle, which starts at hop 0.
    const rest = at === queue.length - 1 ? [...byHash.keys()].find((hash) => !hops.has(hash)) : undefined
    if (rest !== undefined) {
      hops.set(rest, 0)
      queue.push(rest)
    }
  }
  for (const hash of queue) {
    const party = byHash.get(hash) ?? { hash }
    const parent = parentOf.get(hash) ?? null
    const around = making.nodes.get(parent ?? '')?.row ?? 0
    addNodes(making, [party], { hop: hops.get(hash) ?? 0, around, parent })
  }
  for (const { from, to, ...sum } of sums) addEdge(making, from, to, [sum])
}

/**
 * Removes nodes, and those that only they connect to the start. Their positions stay free, so that no other node moves.
 */
function withoutRemoved({ nodes, edges }: Making, removed: ReadonlySet<string>) {
  if (removed.size === 0) return { nodes, edges: [...edges.values()] }
  const neighbours = new Map<string, string[]>()
  for (const { from, to } of edges.values())
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      (neighbours.get(one) ?? neighbours.set(one, []).get(one))?.push(other)
  const queue = [...nodes.values()].filter(({ id, parent }) => parent === null && !removed.has(id))
  const seen = new Set(queue.map(({ id }) => id))
  for (const { id } of queue)
    for (const other of neighbours.get(id) ?? []) {
      const node = nodes.get(other)
      if (!node || seen.has(other) || removed.has(other)) continue
      seen.add(other)
      queue.push(node)
    }
  return {
    nodes: new Map([...nodes].filter(([id]) => seen.has(id))),
    edges: [...edges.values()].filter(({ from, to }) => seen.has(from) && seen.has(to)),
  }
}
