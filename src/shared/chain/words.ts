/** The address in the last 20 bytes of a 32-byte word. */
export const addressOfWord = (word: string): string => `0x${word.slice(-40)}`

/** The zero address: the sender of minted tokens, the receiver of burnt ones. */
export const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
