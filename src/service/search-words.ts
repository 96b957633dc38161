/**
 * Splits text into the words that a search compares, without regard to case and accents, as the full-text index does.
 */

/** More words than these narrow nothing down. */
const MAX_WORDS = 8

/** The words of a text that was typed, without what SQLite can't bind. */
export const searchWords = (text: string): readonly string[] =>
  text.replaceAll('\0', '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** Letters, marks, digits and symbols make a word; everything else parts words. */
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}\p{Co}\p{S}]+/gu

const plain = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(BETWEEN_WORDS, ' ')
    .trim()}`

/** Finds texts in which each word is the beginning of a word. Nothing for a text without any letter, digit or symbol. */
export function wordMatcher(text: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const words = searchWords(text).map(plain)
  return (...texts) => {
    if (words.length === 0 || words.includes(' ')) return false
    const line = texts.map((one) => plain(one ?? '')).join('')
    return words.every((word) => line.includes(word))
  }
}

/** `SwapRouter` is found by `router` too. */
export const splitName = (name: string): string =>
  name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
