/** Finds names from a chain that imitate other names. */
import { LruCache } from '../lru-cache.ts'
import { plainName, replaceInvisible } from './hostile-text.ts'
import { LOOK_ALIKES } from './look-alikes.ts'
import { WELL_KNOWN_NAMES } from './well-known-names.ts'

export type NameDoubt =
  /** The name looks like a well-known name, but is another. */
  | { readonly kind: 'imitates'; readonly name: string }
  /** One word has letters of several alphabets. */
  | { readonly kind: 'mixed'; readonly name: string }
  /** The name contains invisible characters. */
  | { readonly kind: 'hidden' }

/** In characters. Of a longer name only the beginning is checked. */
const MAX_LENGTH = 320
const doubts = new LruCache<string, NameDoubt | null>({ maxSize: 2_000 })

export function nameDoubt(name: string): NameDoubt | undefined {
  const text = name.slice(0, MAX_LENGTH)
  return doubts.getOrMake(text, () => findDoubt(text)) ?? undefined
}

/**
 * Maps a text to ASCII characters that it looks like: the same result for all texts that look alike (after UTS #39).
 * Case is ignored, except in texts with an upright stroke: I, l and 1 look alike, but L does not.
 */
function skeleton(text: string): string {
  const plain = replaceInvisible(text, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
  const letters = Array.from(plain, asciiOf).join('').replace(/\s+/g, ' ').trim()
  const read = letters.replace(/0/g, letters === letters.toLowerCase() ? 'o' : 'O')
  return /[il1|]/i.test(read) ? read.replace(/[Il1|]/g, '|') : read.toLowerCase()
}

const ascii = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) =>
    Array.from(alike, (one) => [one, letter] as const),
  ),
)

/** A small letter whose capital looks like a Latin letter is read as it: к, т, м. */
const asciiOf = (letter: string) =>
  ascii.get(letter) ?? ascii.get(letter.toUpperCase())?.toLowerCase() ?? letter

const spellings = (name: string) => [
  name,
  name.toLowerCase(),
  name.toUpperCase(),
  name.charAt(0).toUpperCase() + name.slice(1).toLowerCase(),
]
const wellKnown = new Map(
  WELL_KNOWN_NAMES.flatMap((name) => spellings(name).map((one) => [skeleton(one), name] as const)),
)
const plainlyWellKnown = new Set(WELL_KNOWN_NAMES.map((name) => name.toLowerCase()))

function findDoubt(name: string): NameDoubt | null {
  if (plainlyWellKnown.has(name.toLowerCase())) return null
  const imitated = wellKnown.get(skeleton(name))
  if (imitated !== undefined) return { kind: 'imitates', name: imitated }
  if (isMixed(name)) return { kind: 'mixed', name: readsLike(name) }
  return replaceInvisible(name, '') === name ? null : { kind: 'hidden' }
}

const LATIN = /\p{Script=Latin}/u
const OTHER = /(?!\p{Script=Latin})[\p{L}\p{Nl}]/u

/** Whether a Latin word contains letters of another alphabet that look like Latin ones. */
const isMixed = (name: string): boolean =>
  (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(
    (word) => LATIN.test(word) && Array.from(word).some((one) => OTHER.test(one) && asciiOf(one) !== one),
  )

const readsLike = (name: string) => plainName(Array.from(name, asciiOf).join(''))
