/** The flow graph: addresses by hop from its start, and the sums moved between them. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { FlowDirection, FlowStep, FlowSum } from '#shared/rpc/contract/flow.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import type { FlowFold } from '#shared/flow/flow-state.ts'

/**
 * Position of a node. `hop`: columns to the right of the start (it received money) or, negative, to the left. `row`:
 * rows below the start's.
 */
export interface Place {
  readonly hop: number
  readonly row: number
}

export interface FlowNode extends Place {
  /** The address in lower case; for a node of several addresses `others …` or `together …`. */
  readonly id: string
  readonly party: AddressRef
  readonly kind: 'address' | 'others' | 'together'
  /** The node whose step added this one; null at the start. */
  readonly parent: string | null
  /** Number of addresses that the node stands for. */
  readonly count: number
  /** For `others`: their side of the node. */
  readonly direction?: FlowDirection
  readonly fold?: FlowFold
  /** For `together`: movements between the addresses. */
  readonly within?: number
}

export interface FlowEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  /** A sum for each asset: the coin first, then the assets by number of movements. */
  readonly sums: readonly EdgeSum[]
  /** The first sum as a share, from 0 to 1, of the largest sum of the same asset in the graph. */
  readonly share: number
}

export type EdgeSum = Omit<FlowSum, 'from' | 'to'>

/** Counts of what the limits left out of a graph. */
export interface LeftOut {
  /** Addresses, counting those in `others` nodes. */
  readonly nodes: number
  /** Pairs of shown addresses whose edge is left out. */
  readonly edges: number
  /** Addresses that a step from all ends did not expand. */
  readonly ends: number
  /** Addresses with more movements than the core reads. */
  readonly cut: number
}

/** A flow graph; both the full graph and the shown one. */
export interface FlowGraph {
  readonly nodes: ReadonlyMap<string, FlowNode>
  readonly edges: ReadonlyMap<string, FlowEdge>
  readonly assets: ReadonlyMap<string, LedgerAsset>
  /** The last step from each address, by direction. */
  readonly grown: ReadonlyMap<string, Readonly<Partial<Record<FlowDirection, FlowStep>>>>
  readonly leftOut: LeftOut
  /** Steps to ask the core for, so that the graph is complete. */
  readonly wanted: readonly OneStep[]
}

/** A step from one address, as the core is asked for it. */
export interface OneStep {
  readonly of: string
  readonly direction: FlowDirection
  readonly limit: number
  readonly opens: boolean
}

export const edgeId = (from: string, to: string) => `${from}>${to}`

/**
 * Merges the sums of an edge as each of its ends reports them. Where one end has fewer rows, the sum with more
 * movements counts.
 */
export function mergeSums(one: readonly EdgeSum[], other: readonly EdgeSum[]): readonly EdgeSum[] {
  if (one.length === 0) return sortSums(other)
  const byAsset = new Map(one.map((sum) => [sum.asset, sum]))
  for (const sum of other) {
    const known = byAsset.get(sum.asset)
    if (!known || known.movements < sum.movements) byAsset.set(sum.asset, sum)
  }
  return sortSums([...byAsset.values()])
}

/** Adds the sums of different edges. */
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

/** The coin first, then the assets by number of movements. */
const sortSums = (sums: readonly EdgeSum[]): readonly EdgeSum[] =>
  [...sums].sort(
    (one, other) =>
      Number(other.asset === 'coin') - Number(one.asset === 'coin') ||
      other.movements - one.movements ||
      (one.asset < other.asset ? -1 : 1),
  )

/** Adds the thickness of edges: the share of the largest sum of the same asset. */
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
