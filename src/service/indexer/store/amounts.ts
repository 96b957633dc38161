/**
 * Amounts of up to 256 bits as bytes that SQLite compares in numeric order: the count of bytes, then the bytes,
 * biggest first. Zero is one byte, 00.
 */
export const ZERO = Buffer.from([0])

export function amountOfHex(hex: string): Buffer {
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

export const amountOf = (value: bigint): Buffer => amountOfHex(`0x${value.toString(16)}`)

export function amountValue(bytes: Uint8Array): bigint {
  if (bytes.length <= 1) return 0n
  return BigInt(`0x${hexOf(bytes.subarray(1))}`)
}

/** As the API writes it: decimal digits. */
export const amountText = (bytes: Uint8Array): string =>
  bytes.length <= 7 ? String(smallValue(bytes)) : amountValue(bytes).toString()

function smallValue(bytes: Uint8Array): number {
  let value = 0
  for (let at = 1; at < bytes.length; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}

/** Hex digits without 0x. */
export const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

export const hexText = (bytes: Uint8Array): string => `0x${hexOf(bytes)}`
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
