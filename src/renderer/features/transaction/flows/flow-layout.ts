/** Layout of the flow picture in px: boxes for the parties, bands between them. */
import { sankey, sankeyJustify, type SankeyLink, type SankeyNode } from 'd3-sankey'
import type { Flow, Party } from './flows.ts'

export interface PartyBox {
  readonly party: Party
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Position of the name: beside the box at the left and right edge, above it elsewhere. */
  readonly label: 'before' | 'after' | 'above'
}

export interface FlowBand {
  readonly flow: Flow
  /** A closed SVG path to fill. A stroke of the same width would overlap itself where the band is short. */
  readonly path: string
  /** True if the band goes from right to left. */
  readonly backwards: boolean
  readonly start: Point
  readonly end: Point
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface FlowPicture {
  readonly boxes: readonly PartyBox[]
  readonly bands: readonly FlowBand[]
  readonly width: number
  readonly height: number
}

/** Maximum number of bands; more can't be told apart. The list below the picture shows all. */
export const MAX_BANDS = 24

const WIDTH = 384
const MARGIN = 104
const BOX = 6
const PER_PARTY = 62
/** Space between two boxes of a column: two lines of a name. */
const PADDING = 34
const MIN_HEIGHT = 150
/** Minimum width of a band, relative to the largest of its asset, so that small ones are visible. */
const MIN_SHARE = 0.14

interface NodeData {
  readonly key: string
  readonly party: Party
}
interface LinkData {
  readonly flow: Flow
  readonly backwards: boolean
}
type Node = SankeyNode<NodeData, LinkData>
type Link = SankeyLink<NodeData, LinkData>

/**
 * Lays out flows; undefined if there are none. `first`: key of the party at the left, the sender. Opposite flows
 * between two parties are two bands.
 */
export function layOutFlows(flows: readonly Flow[], first?: string): FlowPicture | undefined {
  const shown = flows.slice(0, MAX_BANDS)
  if (shown.length === 0) return undefined
  const order = orderParties(shown, first)
  const shares = sharesOf(shown)
  const nodes = [...order.entries()].map(([key, { party }]) => ({ key, party }))
  const links = shown.map((flow) => {
    const backwards = positionOf(order, flow.from) > positionOf(order, flow.to)
    const [source, target] = backwards ? [flow.to.key, flow.from.key] : [flow.from.key, flow.to.key]
    return { flow, backwards, source, target, value: shares.get(flow.key) ?? MIN_SHARE }
  })
  const height = Math.max(MIN_HEIGHT, heightOf(nodes.length, shown.length), columnHeight(shown))
  const layout = sankey<NodeData, LinkData>()
    .nodeId((node) => node.key)
    .nodeAlign(sankeyJustify)
    .nodeWidth(BOX)
    .nodePadding(PADDING)
    .extent([
      [MARGIN, 16],
      [WIDTH - MARGIN, height - 16],
    ])
  const graph = layout({ nodes, links })
  return { boxes: graph.nodes.map(box), bands: graph.links.map(band), width: WIDTH, height }
}

const heightOf = (parties: number, bands: number) =>
  Math.min(720, Math.ceil(parties / 2) * PER_PARTY + bands * 22 + 40)

/** Height of the tallest column: as many boxes as there are givers or receivers. */
const columnHeight = (flows: readonly Flow[]) =>
  (Math.max(
    ...[flows.map(({ from }) => from.key), flows.map(({ to }) => to.key)].map((keys) => new Set(keys).size),
  ) +
    1) *
  (PADDING + BOX)

/**
 * Orders the parties from left to right: sources, the sender, other givers, pools, receivers, sinks. Each band is
 * laid out from a lower to a higher position, because the layout allows no cycles.
 */
function orderParties(flows: readonly Flow[], first: string | undefined) {
  const order = new Map<string, { readonly party: Party; readonly position: number }>()
  const append = (party: Party) => {
    if (!order.has(party.key)) order.set(party.key, { party, position: order.size })
  }
  const parties = flows.flatMap(({ from, to }) => [from, to])
  for (const party of parties) if (party.kind === 'source') append(party)
  for (const party of parties) if (party.key === first) append(party)
  for (const { from } of flows) if (from.kind !== 'pool') append(from)
  for (const party of parties) if (party.kind === 'pool') append(party)
  for (const party of parties) if (party.kind !== 'sink') append(party)
  for (const party of parties) append(party)
  return order
}

const positionOf = (order: ReadonlyMap<string, { readonly position: number }>, party: Party) =>
  order.get(party.key)?.position ?? 0

/** Width of each band relative to the largest of its asset, from MIN_SHARE to 1. Assets have no common scale. */
function sharesOf(flows: readonly Flow[]): ReadonlyMap<string, number> {
  const largest = new Map<string, bigint>()
  for (const { asset, amount } of flows) {
    if (amount > (largest.get(asset.key) ?? 0n)) largest.set(asset.key, amount)
  }
  return new Map(
    flows.map(({ key, asset, amount }) => {
      const share = Number((amount * 1_000n) / (largest.get(asset.key) ?? amount)) / 1_000
      return [key, Math.max(MIN_SHARE, share)]
    }),
  )
}

function box(node: Node): PartyBox {
  const { x0 = 0, x1 = 0, y0 = 0, y1 = 0 } = node
  return {
    party: node.party,
    x: x0,
    y: y0,
    width: x1 - x0,
    height: Math.max(3, y1 - y0),
    label: x0 <= MARGIN + 1 ? 'before' : x1 >= WIDTH - MARGIN - 1 ? 'after' : 'above',
  }
}

function band(link: Link): FlowBand {
  const from = (link.source as Node).x1 ?? 0
  const to = (link.target as Node).x0 ?? 0
  const { y0 = 0, y1 = 0, width = 1 } = link
  const path = `M${edge(from, y0 - width / 2, to, y1 - width / 2)}L${edge(to, y1 + width / 2, from, y0 + width / 2)}Z`
  return {
    flow: link.flow,
    path,
    backwards: link.backwards,
    start: { x: from, y: y0 },
    end: { x: to, y: y1 },
  }
}

const edge = (x0: number, y0: number, x1: number, y1: number) =>
  `${px(x0)} ${px(y0)}C${px((x0 + x1) / 2)} ${px(y0)} ${px((x0 + x1) / 2)} ${px(y1)} ${px(x1)} ${px(y1)}`

/** The point of a band's curve at `t` from 0 to 1. */
export function pointOf({ start, end }: Pick<FlowBand, 'start' | 'end'>, t: number): Point {
  const [first, last] = [(1 - t) ** 3, t ** 3]
  const [second, third] = [3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2]
  return {
    x: first * start.x + ((second + third) * (start.x + end.x)) / 2 + last * end.x,
    y: (first + second) * start.y + (third + last) * end.y,
  }
}

const px = (value: number) => String(Math.round(value * 10) / 10)
