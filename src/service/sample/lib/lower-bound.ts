/** Number of items smaller than `bound` in an ascending list (binary search). */
export function lowerBound(ascending: ArrayLike<number>, bound: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? Infinity) < bound) low = middle + 1
    else high = middle
  }
  return low
}
