/** Tells whether an address looks like another (docs/poisoning.md). */

/** A person who compares the first and last digits compares at least this many. */
const MIN_END = 3
const MIN_ALIKE = 7
/**
 * Nobody can generate an address with more chosen digits. Such a pair has one origin, as addresses of a factory or
 * precompiles.
 */
const MAX_ALIKE = 20

/** A key that is the same for all addresses that may look alike; in lower case. */
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
