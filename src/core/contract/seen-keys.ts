/** Words and texts of calls and logs, which may be keys of mappings. */
import type { SeenKeys } from './name-slots.ts'

const MAX_WORDS = 400
const MAX_TEXTS = 100
/** In hex digits, of each call and log. */
const MAX_DATA = 64 * 256
const MAX_TEXT_BYTES = 256
/** Ids often begin with them. */
const SMALL = 10

/** `words`: in hex, of up to 32 bytes. `data`: in hex, as ABIs encode it, without the selector of a call. */
export function seenKeys(words: Iterable<string>, data: Iterable<string>): SeenKeys {
  const found = { words: new Set<string>(), texts: new Set<string>() }
  const add = (word: string) => {
    if (found.words.size < MAX_WORDS) found.words.add(word.toLowerCase().padStart(64, '0'))
  }
  for (const word of words) add(word)
  for (const all of data) {
    const hex = all.slice(0, MAX_DATA).toLowerCase()
    for (let at = 0; at + 64 <= hex.length; at += 64) {
      const word = hex.slice(at, at + 64)
      add(word)
      const bytes = /^0{60}/.test(word) ? parseInt(word, 16) : 0
      const text = hex.slice(at + 64, at + 64 + 2 * bytes)
      // A length, and behind it what is so long.
      if (bytes > 0 && bytes <= MAX_TEXT_BYTES && text.length === 2 * bytes && found.texts.size < MAX_TEXTS)
        found.texts.add(text)
    }
  }
  for (let number = 0; number < SMALL; number += 1) add(number.toString(16))
  return { words: [...found.words], texts: [...found.texts] }
}
