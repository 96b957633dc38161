/** Parses an address and checks the checksum in its capital letters. */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The checksum of an address as it was written; `none` if all letters are in one case. */
export type Checksum = 'right' | 'wrong' | 'none'

/** Returns the address in its checksummed case, and the checksum of the text. Undefined if the text is no address. */
export function parseAddress(text: string): { address: string; checksum: Checksum } | undefined {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) return undefined
  const digits = text.slice(2)
  const checksummed = checksumDigits(digits.toLowerCase())
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return {
    address: `0x${checksummed}`,
    checksum: oneCase ? 'none' : checksummed === digits ? 'right' : 'wrong',
  }
}

/**
 * EIP-55: a letter is a capital where the hash of the address's text has 8 or more at its place. Not by viem's `getAddress`:
 * the window loads this before it paints, and with that its errors and encodings, 2 kB of gzip.
 */
function checksumDigits(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return digits.replaceAll(/[a-f]/g, (letter, index: number) =>
    parseInt(hash.charAt(index), 16) >= 8 ? letter.toUpperCase() : letter,
  )
}
