/** Formats the input of a transaction as text, and as words of 32 bytes. */

/** The input as text if it is a message: UTF-8 with printable characters only. Undefined for other data, such as a call. */
export function decodeText(raw: string): string | undefined {
  if (!/^0x([0-9a-f]{2}){4,20000}$/i.test(raw)) return undefined
  const bytes = Uint8Array.from({ length: (raw.length - 2) / 2 }, (_, at) =>
    Number.parseInt(raw.slice(2 + at * 2, 4 + at * 2), 16),
  )
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]+$/u.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** Number of characters of a selector with `0x`, and of a 32-byte word. */
const [SELECTOR_LENGTH, WORD_LENGTH] = [10, 64]

/** The input as the EVM reads it: the selector, then 32-byte words, one a line with its offset in hex. */
export function formatWords(input: string, maxWords = Infinity): string {
  const digits = input.slice(SELECTOR_LENGTH)
  const words = Math.min(Math.ceil(digits.length / WORD_LENGTH), maxWords)
  const width = Math.max(2, ((words - 1) * 32).toString(16).length)
  const lines = Array.from({ length: words }, (_, at) => {
    const place = (at * 32).toString(16).padStart(width, '0')
    return `${place}  ${digits.slice(at * WORD_LENGTH, (at + 1) * WORD_LENGTH)}`
  })
  return [input.slice(0, SELECTOR_LENGTH), ...lines].join('\n')
}
