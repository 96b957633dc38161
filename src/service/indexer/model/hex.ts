/** Hex texts and bytes. Every hex text has a `0x` unless a name says otherwise. */

/** Hex digits without `0x`. */
export const hexDigits = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

export const toHex = (bytes: Uint8Array): string => `0x${hexDigits(bytes)}`
export const hexToBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')

/** The address in the last 20 bytes of a 32-byte word. */
export const addressOfWord = (word: string): string => `0x${word.slice(-40)}`

/** The zero address: the sender of what is minted, the receiver of what is burnt. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
