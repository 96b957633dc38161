/** Converts totals for the bridge and back: JSON has no integers of arbitrary size. */
import type { GroupAnswer, TotalsAnswer } from './contract/rows.ts'
import type { AssetSum, Group, Totals } from '../query/totals.ts'

/** Sorts by number of rows, the largest first; ties by key. */
const largestFirst = <T extends { readonly rows: number }>(all: ReadonlyMap<string, T>): [string, T][] =>
  [...all].sort(([key, one], [otherKey, other]) => other.rows - one.rows || (key < otherKey ? -1 : 1))

/** `maxSums`: the maximal number of assets, those in the most rows. */
export const writeTotals = (totals: Totals, maxSums: number): TotalsAnswer => ({
  rows: totals.rows,
  failed: totals.failed,
  first: totals.first ?? null,
  last: totals.last ?? null,
  fees: totals.fees?.toString() ?? null,
  sums: largestFirst(totals.sums)
    .slice(0, maxSums)
    .map(([, sum]) => ({
      token: sum.token && {
        address_hash: sum.token.address_hash,
        symbol: sum.token.symbol,
        name: sum.token.name,
      },
      decimals: sum.decimals,
      rows: sum.rows,
      sum: String(sum.sum),
      in: String(sum.in),
      out: String(sum.out),
    })),
})

export function readTotals(answer: TotalsAnswer): Totals {
  return {
    rows: answer.rows,
    failed: answer.failed,
    first: answer.first ?? undefined,
    last: answer.last ?? undefined,
    fees: answer.fees === null ? undefined : BigInt(answer.fees),
    sums: new Map(
      answer.sums.map((sum): [string, AssetSum] => [
        `${sum.token?.address_hash.toLowerCase() ?? ''}:${String(sum.decimals)}`,
        { ...sum, sum: BigInt(sum.sum), in: BigInt(sum.in), out: BigInt(sum.out) },
      ]),
    ),
  }
}

export const writeGroup = (group: Group, maxSums: number): GroupAnswer => ({
  ...writeTotals(group, maxSums),
  of: group.of,
  condition: group.condition ?? null,
  assets: group.sums.size,
})

export const readGroup = (answer: GroupAnswer): Group => ({
  ...readTotals(answer),
  of: answer.of,
  condition: answer.condition ?? undefined,
})
