/** The item at an index that is known to exist; a wrong index is a fault of ours and throws. */
export function nth<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length)
    throw new RangeError(`no item ${String(index)} of ${String(list.length)}`)
  return list[index] as T
}

/** How many of the ascending numbers are smaller than `bound`. */
export function lowerBound(ascending: ArrayLike<number>, bound: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] as number) < bound) low = middle + 1
    else high = middle
  }
  return low
}
