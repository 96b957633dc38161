/** Parses an address and checks the checksum in its capital letters. */
import { getAddress } from 'viem/utils'

/** The checksum of an address as it was written; `none` if all letters are in one case. */
export type Checksum = 'right' | 'wrong' | 'none'

/** Returns the address in its checksummed case, and the checksum of the text. Undefined if the text is no address. */
export function parseAddress(text: string): { address: string; checksum: Checksum } | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined
  const digits = text.slice(2)
  const address = getAddress(`0x${digits.toLowerCase()}`)
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return { address, checksum: oneCase ? 'none' : address.slice(2) === digits ? 'right' : 'wrong' }
}
