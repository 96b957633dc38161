/** Number of elements before the first one that passes, by binary search. All elements after the first must pass too. */
export function countUntil(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) high = middle
    else low = middle + 1
  }
  return low
}
