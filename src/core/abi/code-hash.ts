import type { Hex } from 'viem'
import { keccak256 } from 'viem/utils'

/** A contract that is called. */
export interface CalledCode {
  /** Addresses of the contract and of the code it runs, in lower case. */
  readonly addresses: readonly string[]
  /** Hashes of the code at these addresses, as far as it is known. Computed when called. */
  readonly codeHashes: () => readonly string[]
}

/** In characters. Chains allow some 24 kB of code; a source may claim any, and hashing 1 MB takes 0.2 s. */
const MAX_CODE_LENGTH = 256 * 1024

/** The result of EXTCODEHASH for the code; undefined if it is not code, or longer than code can be. */
export const codeHashOf = (code: string | null): string | undefined =>
  code !== null && code.length <= MAX_CODE_LENGTH && /^0x(?:[0-9a-f]{2})+$/i.test(code)
    ? keccak256(code as Hex)
    : undefined

/** The hash of the code that compares with most of the selectors, and with more than half of them. */
export function hashOfComparing(codes: readonly string[], selectors: readonly string[]): string | undefined {
  const counted = codes
    .filter((code) => code.length <= MAX_CODE_LENGTH)
    .map((code) => {
      const pushed = pushedIn(code)
      return { code, count: selectors.filter((selector) => pushed.has(selector)).length }
    })
    .filter(({ count }) => count * 2 > selectors.length)
    .sort((one, other) => other.count - one.count)
  return codeHashOf(counted[0]?.code ?? null)
}

/** Everything that could be four bytes after PUSH4. */
function pushedIn(code: string): ReadonlySet<string> {
  const lower = code.toLowerCase()
  const pushed = new Set<string>()
  for (let at = 2; at < lower.length; at += 2)
    if (lower.startsWith('63', at)) pushed.add(`0x${lower.slice(at + 2, at + 10)}`)
  return pushed
}
