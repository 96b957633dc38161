/** The JSON of what could not be read, within bounds: still JSON where it is cut. */
import { removeKey } from '#platform/log/redact.ts'

/** Characters of raw JSON kept of an item, or of all of its odd fields together. */
export const MAX_RAW_LENGTH = 20_000
const MAX_DEPTH = 64
/** Longer than any key: no part of one is left at the end of a text that was cut. */
const MAX_KEY_LENGTH = 1_600
const CUT = '…'

/** Without what looks like a key. A text that is too long ends in `…`; a list or an object that is has `…` as its last. */
export function writeRaw(item: unknown, maxLength = MAX_RAW_LENGTH): string {
  const pieces: string[] = []
  let left = maxLength
  const put = (piece: string) => {
    left -= piece.length
    pieces.push(piece)
  }
  const putText = (text: string) => {
    const clean = removeKey(text.slice(0, left + MAX_KEY_LENGTH))
    put(JSON.stringify(text.length > left ? clean.slice(0, Math.max(0, left)) + CUT : clean))
  }
  const write = (value: unknown, level: number) => {
    if (typeof value === 'string') putText(value)
    else if (typeof value !== 'object' || value === null) put(JSON.stringify(value ?? null))
    else if (level >= MAX_DEPTH) put(`"${CUT}"`)
    else writeNested(value, level)
  }
  const writeNested = (value: object, level: number) => {
    const isList = Array.isArray(value)
    put(isList ? '[' : '{')
    Object.keys(value).every((name, index) => {
      if (index > 0) put(',')
      if (left <= 0) {
        put(isList ? `"${CUT}"` : `"${CUT}":"${CUT}"`)
        return false
      }
      if (!isList) {
        putText(name)
        put(':')
      }
      write((value as Readonly<Record<string, unknown>>)[name], level + 1)
      return true
    })
    put(isList ? ']' : '}')
  }
  write(item, 0)
  return pieces.join('')
}
