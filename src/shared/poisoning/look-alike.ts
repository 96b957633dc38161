/** When an address is made to pass for another (docs/poisoning.md). */

/** Somebody who reads the first and last digits reads at least so many. */
const MIN_END = 3
const MIN_ALIKE = 7
/** Nobody can make an address with more digits chosen: such a pair is one family, of a factory or a precompile. */
const MAX_ALIKE = 20

/** The same for all addresses that may be look-alikes of each other. Lower case. */
export const endsOf = (address: string): string => address.slice(2, 2 + MIN_END) + address.slice(-MIN_END)

export function isLookAlike(one: string, other: string): boolean {
  if (one.length !== 42 || other.length !== 42 || one === other) return false
  let head = 0
  while (one[2 + head] === other[2 + head]) head += 1
  let tail = 0
  while (one[41 - tail] === other[41 - tail]) tail += 1
  const alike = head + tail
  return head >= MIN_END && tail >= MIN_END && alike >= MIN_ALIKE && alike <= MAX_ALIKE
}
