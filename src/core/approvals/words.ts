/** Words of 32 bytes in hex, as contracts take and give them. */

const WORD = 64
const wordAt = (data: string, at: number) => data.slice(2 + at * WORD, 2 + (at + 1) * WORD)

/** Undefined if the data ends before it, or is no hex: a source may give anything. */
export function numberAt(data: string, at: number): bigint | undefined {
  const word = wordAt(data, at)
  return /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : undefined
}

/** Undefined if the data ends before it, or the word is no address. */
export function addressAt(data: string, at: number): string | undefined {
  const word = wordAt(data, at)
  return /^0{24}[0-9a-f]{40}$/.test(word) ? `0x${word.slice(24)}` : undefined
}

const MAX_TEXT_BYTES = 256
/** A text, or the bytes32 that old tokens give in its place. Undefined if it is neither. */
export function textAt(data: string): string | undefined {
  const bytes = Buffer.from(data.slice(2), 'hex')
  if (bytes.length === 32) return bytes.subarray(0, [...bytes, 0].indexOf(0)).toString('utf8')
  const length = numberAt(data, 1)
  if (numberAt(data, 0) !== 32n || length === undefined || length > MAX_TEXT_BYTES) return undefined
  return bytes.subarray(64, 64 + Number(length)).toString('utf8')
}
