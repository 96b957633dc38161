/** Hex texts and bytes. Every hex text has a `0x` unless a name says otherwise. */
export { addressOfWord, ZERO_ADDRESS } from '#shared/abi/words.ts'

/** Hex digits without `0x`. */
export const hexDigits = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

export const toHex = (bytes: Uint8Array): string => `0x${hexDigits(bytes)}`
export const hexToBytes = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
