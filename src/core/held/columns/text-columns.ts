/** Texts come again in chunk after chunk: what was said of one is kept, up to so many. */
const MAX_REMEMBERED = 20_000

export function rememberTexts<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    if (known.size < MAX_REMEMBERED) known.set(text, value)
    return value
  }
}
