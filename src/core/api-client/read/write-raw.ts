/** Writes the JSON of an unreadable value within limits: a shortened text is still valid JSON. */
import { removeKey } from '#platform/log/redact.ts'

/** The maximal length of the raw JSON of an item, or of all its invalid fields together. */
export const MAX_RAW_LENGTH = 20_000
const MAX_DEPTH = 64
/** Longer than any key, so that the end of a cut text contains no part of one. */
const MAX_KEY_LENGTH = 1_600
const CUT = '…'

/**
 * Removes texts that look like keys. A text that is too long ends in `…`; a list or an object that is too long has
 * `…` as its last entry.
 */
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
