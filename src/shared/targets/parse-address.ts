/** An address as text, and what its own capital letters say about it. */
import { getAddress } from 'viem/utils'

/** Of an address as it was written; `none` where it is all in one case. What is given is always in the right case. */
export type Checksum = 'right' | 'wrong' | 'none'

/** The address in its checksummed case, and what its own case said. Undefined where it is no address. */
export function parseAddress(text: string): { address: string; checksum: Checksum } | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined
  const digits = text.slice(2)
  const address = getAddress(`0x${digits.toLowerCase()}`)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return { address, checksum: oneCase ? 'none' : address.slice(2) === digits ? 'right' : 'wrong' }
}
