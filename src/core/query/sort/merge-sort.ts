import type { YieldIfDue } from '../time-slices.ts'

/** Sorts numbers with a stable merge sort that can be interrupted. */
export async function mergeSort(
  items: Uint32Array,
  compare: (one: number, other: number) => number,
  yieldIfDue: YieldIfDue,
): Promise<Uint32Array> {
  let from: Uint32Array = items
  let to: Uint32Array = new Uint32Array(items.length)
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += 2 * width) {
      mergeRuns(from, to, start, width, compare)
      // Reading the clock for each small run would cost more than the run.
      if (width > 256 || start % 4096 === 0) await yieldIfDue()
    }
    ;[from, to] = [to, from]
  }
  return from
}

function mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (one: number, other: number) => number,
) {
  const middle = Math.min(start + width, from.length)
  const end = Math.min(start + 2 * width, from.length)
  let [left, right] = [start, middle]
  for (let at = start; at < end; at += 1) {
    const takesLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
    to[at] = from[takesLeft ? left : right] ?? 0
    if (takesLeft) left += 1
    else right += 1
  }
}
