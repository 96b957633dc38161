/** Gathers words and texts of calls and logs, which may be keys of mappings. */
import type { SeenKeys } from './name-slots.ts'

const MAX_WORDS = 400
const MAX_TEXTS = 100
/** The part of each call and log that is read, in hex digits. */
const MAX_DATA = 64 * 256
const MAX_TEXT_BYTES = 256
/** Ids often begin with them. */
export const SMALL_NUMBERS: readonly string[] = Array.from({ length: 10 }, (_, number) => number.toString(16))

/** `words`: in hex, of up to 32 bytes, the likeliest first. `data`: in hex, as ABIs encode it, without the selector of a call. */
export function seenKeys(words: Iterable<string>, data: Iterable<string>): SeenKeys {
  const found = { words: new Set<string>(), texts: new Set<string>() }
  let isCut = false
  const put = (set: Set<string>, key: string, max: number) => {
    if (set.size < max) set.add(key)
    else isCut ||= !set.has(key)
  }
  const add = (word: string) => {
    put(found.words, word.toLowerCase().padStart(64, '0'), MAX_WORDS)
  }
  for (const word of words) add(word)
  for (const all of data) {
    isCut ||= all.length > MAX_DATA
    const hex = all.slice(0, MAX_DATA).toLowerCase()
    for (let at = 0; at + 64 <= hex.length; at += 64) {
      const word = hex.slice(at, at + 64)
      add(word)
      const bytes = /^0{60}/.test(word) ? parseInt(word, 16) : 0
      const text = hex.slice(at + 64, at + 64 + 2 * bytes)
      // A length stands before a text.
      if (bytes > 0 && bytes <= MAX_TEXT_BYTES && text.length === 2 * bytes) put(found.texts, text, MAX_TEXTS)
    }
  }
  return { words: [...found.words], texts: [...found.texts], isCut }
}
