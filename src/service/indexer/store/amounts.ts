import { hexDigits } from '../model/hex.ts'

/**
 * Amounts of up to 256 bits as bytes that SQLite compares in numeric order: the number of bytes, then the bytes,
 * most significant first. Zero is one byte, 00.
 */
const ZERO = Buffer.from([0])

export function encodeHexAmount(hex: string): Buffer {
  let at = 2
  while (at < hex.length && hex.charCodeAt(at) === 48) at++
  const digits = hex.length - at
  if (digits === 0) return ZERO
  const length = (digits + 1) >> 1
  const text = digits % 2 === 0 ? hex.slice(at) : `0${hex.slice(at)}`
  const bytes = Buffer.allocUnsafe(length + 1)
  bytes[0] = length
  bytes.write(text, 1, 'hex')
  return bytes
}

export const encodeAmount = (value: bigint): Buffer => encodeHexAmount(`0x${value.toString(16)}`)

export function decodeAmount(bytes: Uint8Array): bigint {
  if (bytes.length <= 1) return 0n
  return BigInt(`0x${hexDigits(bytes.subarray(1))}`)
}

/** `digits`: the bytes of an amount as SQLite's `hex` writes them. */
export const digitsToAmount = (digits: string): bigint =>
  digits.length <= 2 ? 0n : BigInt(`0x${digits.slice(2)}`)

export const digitsToDecimal = (digits: string): string =>
  // Up to 48 bits a number holds them all.
  digits.length <= 14 ? String(Number(`0x0${digits.slice(2)}`)) : digitsToAmount(digits).toString()

/** Decimal digits, as the API writes amounts. */
export const amountToDecimal = (bytes: Uint8Array): string =>
  bytes.length <= 7 ? String(smallValue(bytes)) : decodeAmount(bytes).toString()

function smallValue(bytes: Uint8Array): number {
  let value = 0
  for (let at = 1; at < bytes.length; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}

export const encodeOptionalAmount = (hex: string | null) => (hex === null ? null : encodeHexAmount(hex))
