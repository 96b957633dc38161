/** Sets of block heights as ranges of integers, both ends included, highest first, without touching ranges. */
import { countUntil } from './count-until.ts'

export type Heights = readonly (readonly [from: number, to: number])[]

export const ALL_HEIGHTS: Heights = [[-Infinity, Infinity]]
export const NO_HEIGHTS: Heights = []

/** True if the set contains all heights. */
export const areAll = ([first]: Heights): boolean => first?.[0] === -Infinity && first[1] === Infinity

/** Union of ranges in any order; ranges may be empty. */
export function unionOf(ranges: Heights): Heights {
  const sorted = ranges
    .filter(([from, to]) => from <= to)
    .sort(([, one], [, other]) => (one < other ? 1 : one > other ? -1 : 0))
  const union: [from: number, to: number][] = []
  for (const [from, to] of sorted) {
    const last = union.at(-1)
    if (last && to >= last[0] - 1) last[0] = Math.min(last[0], from)
    else union.push([from, to])
  }
  return union
}

/** The heights that are not in the set. */
export function complementOf(heights: Heights): Heights {
  const left: [from: number, to: number][] = []
  let above = Infinity
  for (const [from, to] of heights) {
    if (to < above) left.push([to + 1, above])
    above = from - 1
  }
  if (above > -Infinity) left.push([-Infinity, above])
  return left
}

/** The heights that are in all sets. */
export const commonOf = (all: readonly Heights[]): Heights => complementOf(unionOf(all.flatMap(complementOf)))

export function includes(heights: Heights, height: number): boolean {
  const range = heights[countUntil(heights.length, (at) => (heights[at]?.[0] ?? 0) <= height)]
  return range !== undefined && height <= range[1]
}
