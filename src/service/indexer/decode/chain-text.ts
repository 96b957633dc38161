/** Texts out of contracts, made safe to hold: bounded, without what hides, turns or ends a line. They stay hostile to show. */

/** Control characters, and those that turn the direction of what follows. */
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

export const MAX_NAME_LENGTH = 200

/** Null where nothing is left to show. */
export function chainText(text: string, longest = MAX_NAME_LENGTH): string | null {
  const shown = text
    .slice(0, longest * 4)
    .replace(INVISIBLE, '')
    .trim()
  if (shown === '') return null
  const letters = [...shown]
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : shown
}

/** The text a contract answered: an ABI string, or the 32 bytes that early tokens gave. Null for anything else. */
export function readAbiText(answer: Uint8Array, longest = MAX_NAME_LENGTH): string | null {
  if (answer.length === WORD) return chainText(utf8(untilZero(answer)), longest)
  const bytes = readAbiBytes(answer)
  return bytes && chainText(utf8(bytes.subarray(0, longest * 4)), longest)
}

const WORD = 32

/** The bytes of an ABI string or bytes value that is the only one in an answer. */
export function readAbiBytes(answer: Uint8Array): Uint8Array | null {
  const offset = smallWord(answer, 0)
  if (offset === null) return null
  const length = smallWord(answer, offset)
  if (length === null || offset + WORD + length > answer.length) return null
  return answer.subarray(offset + WORD, offset + WORD + length)
}

/** A word that fits 32 bits, at a byte offset. */
function smallWord(bytes: Uint8Array, at: number): number | null {
  const word = bytes.subarray(at, at + WORD)
  if (word.length < WORD || word.subarray(0, WORD - 4).some((byte) => byte !== 0)) return null
  return new DataView(word.buffer, word.byteOffset).getUint32(WORD - 4)
}

const utf8 = (bytes: Uint8Array) => new TextDecoder('utf-8').decode(bytes)

function untilZero(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end === -1 ? bytes : bytes.subarray(0, end)
}
