/** A graph of money: addresses by hop from where it begins, and what went between them. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { FlowDirection, FlowStep, FlowSum } from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import type { FlowFold } from '#shared/flow/flow-state.ts'

/** Its place: hops to the right of the start (money went there) or left of it; and its row, from the start's. */
export interface Place {
  readonly hop: number
  readonly row: number
}

export interface FlowNode extends Place {
  /** The address in lower case; of what stands for several: `others …`, or `together …`. */
  readonly id: string
  readonly party: AddressRef
  readonly kind: 'address' | 'others' | 'together'
  /** Whose step it came with; null where the graph begins. */
  readonly parent: string | null
  /** Of one that stands for several: how many. */
  readonly count: number
  /** Of others: the side on which they are. */
  readonly direction?: FlowDirection
  readonly fold?: FlowFold
  /** Of several as one: what went between them. */
  readonly within?: number
}

export interface FlowEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  /** One for each asset: the one with most movements first. */
  readonly sums: readonly EdgeSum[]
  /** From 0 to 1: of its largest sum, among all of that asset. */
  readonly share: number
}

export type EdgeSum = Omit<FlowSum, 'from' | 'to'>

/** How much is not in a graph because of its bounds. */
export interface LeftOut {
  /** Addresses, those that stand together for others as well. */
  readonly nodes: number
  /** Pairs of addresses that are in it, of which it is not shown what went between them. */
  readonly edges: number
  /** Addresses that a step from all ends did not reach. */
  readonly ends: number
  /** Addresses with more movements than are looked at. */
  readonly cut: number
}

/** Of the graph that was made, and of the one that is seen. */
export interface FlowGraph {
  readonly nodes: ReadonlyMap<string, FlowNode>
  readonly edges: ReadonlyMap<string, FlowEdge>
  readonly assets: ReadonlyMap<string, LedgerAsset>
  /** By address: the last step that was made from it, each way. */
  readonly grown: ReadonlyMap<string, Readonly<Partial<Record<FlowDirection, FlowStep>>>>
  /** What no room is left for. */
  readonly leftOut: LeftOut
  /** Steps that the core has to be asked for, so that the graph is whole. */
  readonly wanted: readonly OneStep[]
}

/** From one address: what the core is asked. */
export interface OneStep {
  readonly of: string
  readonly direction: FlowDirection
  readonly limit: number
  readonly opens: boolean
}

export const edgeId = (from: string, to: string) => `${from}>${to}`

/** The same sum told by both its ends is the same; where one has fewer rows here, the other's counts. */
export function mergeSums(one: readonly EdgeSum[], other: readonly EdgeSum[]): readonly EdgeSum[] {
  if (one.length === 0) return sortSums(other)
  const byAsset = new Map(one.map((sum) => [sum.asset, sum]))
  for (const sum of other) {
    const known = byAsset.get(sum.asset)
    if (!known || known.movements < sum.movements) byAsset.set(sum.asset, sum)
  }
  return sortSums([...byAsset.values()])
}

/** Of different pairs: each counts. */
export function addSums(one: readonly EdgeSum[], other: readonly EdgeSum[]): readonly EdgeSum[] {
  const byAsset = new Map(one.map((sum) => [sum.asset, sum]))
  for (const sum of other) {
    const known = byAsset.get(sum.asset)
    byAsset.set(sum.asset, known ? addSum(known, sum) : sum)
  }
  return sortSums([...byAsset.values()])
}

const addSum = (one: EdgeSum, other: EdgeSum): EdgeSum => ({
  asset: one.asset,
  amount: String(BigInt(one.amount) + BigInt(other.amount)),
  movements: one.movements + other.movements,
  first: least(one.first, other.first),
  last: most(one.last, other.last),
})
const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)
const most = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)

/** The coin first, then what was moved most often. */
const sortSums = (sums: readonly EdgeSum[]): readonly EdgeSum[] =>
  [...sums].sort(
    (one, other) =>
      Number(other.asset === 'coin') - Number(one.asset === 'coin') ||
      other.movements - one.movements ||
      (one.asset < other.asset ? -1 : 1),
  )

/** How thick an edge is drawn: its part of the largest sum of the same asset. */
export function withShares(edges: readonly Omit<FlowEdge, 'share'>[]): Map<string, FlowEdge> {
  const largest = new Map<string, bigint>()
  for (const { sums } of edges)
    for (const { asset, amount } of sums) {
      const value = BigInt(amount)
      if (value > (largest.get(asset) ?? 0n)) largest.set(asset, value)
    }
  const shareOf = ({ asset, amount }: EdgeSum) =>
    Number((BigInt(amount) * 10_000n) / (largest.get(asset) ?? 1n)) / 10_000
  return new Map(edges.map((edge) => [edge.id, { ...edge, share: edge.sums[0] ? shareOf(edge.sums[0]) : 0 }]))
}
