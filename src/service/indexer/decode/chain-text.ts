/** Texts from contracts, by the same rules as everywhere (shared/text). */
import { plainName } from '#shared/text/hostile-text.ts'

const MAX_NAME_LENGTH = 200

/** Null where nothing is left to show. */
export const chainText = (text: string, maxLength = MAX_NAME_LENGTH): string | null =>
  plainName(text, maxLength) || null

/** The text in a contract's return data: an ABI string, or 32 bytes as early tokens return. Null for anything else. */
export function readAbiText(data: Uint8Array, maxLength = MAX_NAME_LENGTH): string | null {
  const bytes = data.length === WORD ? data : readAbiBytes(data)
  if (bytes === null) return null
  const text = utf8(withoutPadding(bytes.subarray(0, maxLength * 4)))
  return chainText(textInWord(text) ?? text, maxLength)
}

/** The hex digits of a bytes32 in the place of the text that they are of: bridged tokens say their names so. */
function textInWord(text: string): string | null {
  const hex = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]
  if (hex === undefined) return null
  const inside = utf8(withoutPadding(Buffer.from(hex, 'hex')))
  return inside === '' || UNREADABLE.test(inside) ? null : inside
}

const UNREADABLE = /[\p{Cc}\ufffd]/u

const WORD = 32

/** The bytes of an ABI string or bytes value that is the only one in the return data. */
export function readAbiBytes(data: Uint8Array): Uint8Array | null {
  const offset = smallWord(data, 0)
  if (offset === null) return null
  const length = smallWord(data, offset)
  if (length === null || offset + WORD + length > data.length) return null
  return data.subarray(offset + WORD, offset + WORD + length)
}

/** A word that fits 32 bits, at a byte offset. */
function smallWord(bytes: Uint8Array, at: number): number | null {
  const word = bytes.subarray(at, at + WORD)
  if (word.length < WORD || word.subarray(0, WORD - 4).some((byte) => byte !== 0)) return null
  return new DataView(word.buffer, word.byteOffset).getUint32(WORD - 4)
}

const utf8 = (bytes: Uint8Array) => new TextDecoder('utf-8').decode(bytes)

/** Texts of a fixed length are filled up with zeros: behind them, as a rule. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  const end = bytes.findLastIndex((byte) => byte !== 0)
  return start === -1 ? bytes.subarray(0, 0) : bytes.subarray(start, end + 1)
}
