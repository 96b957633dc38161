/** The address in the last 20 bytes of a 32-byte word. */
export const addressOfWord = (word: string): string => `0x${word.slice(-40)}`

/** The zero address: the sender of minted tokens, the receiver of burnt ones. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** 32-byte words in hex, without `0x`. */
export const numberWord = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, '0')
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
