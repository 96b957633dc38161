/** The text of input that is a message: UTF-8 with printable characters only. Undefined for anything else, as for a method call. */
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
