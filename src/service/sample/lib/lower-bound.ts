/** How many of the ascending numbers are smaller than `bound`. */
export function lowerBound(ascending: ArrayLike<number>, bound: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}
