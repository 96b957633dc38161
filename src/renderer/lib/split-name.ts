const MIN_SPLIT_LENGTH = 15
const TAIL = /^(.*\S)(\s*.{6})$/su

/**
 * Splits a long name in two. Where it does not fit, the first part is cut and the last is not: names of one owner often
 * differ only at the end. Undefined for a short name, and for one whose end can't be split off or is cut already.
 */
export function splitName(name: string): readonly [head: string, tail: string] | undefined {
  if (name.length < MIN_SPLIT_LENGTH || name.endsWith('…')) return undefined
  const [, head, tail] = TAIL.exec(name) ?? []
  return head === undefined || tail === undefined || /^[\p{M}\u200d]/u.test(tail) ? undefined : [head, tail]
}

const RIGHT_TO_LEFT =
  '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefe\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]'
const ANY_RIGHT_TO_LEFT = new RegExp(RIGHT_TO_LEFT, 'v')
export const hasRightToLeft = (text: string): boolean => ANY_RIGHT_TO_LEFT.test(text)
const RUNS = new RegExp(
  `${RIGHT_TO_LEFT}(?:[${RIGHT_TO_LEFT}\\P{L}]*${RIGHT_TO_LEFT})?|(?:(?!${RIGHT_TO_LEFT})[^])+`,
  'gv',
)
const BEGINS_LEFT = new RegExp(`[\\p{L}--${RIGHT_TO_LEFT}]`, 'v')

/**
 * Splits a name with both writing directions into its runs, in reading order. Each run is drawn on its own, from left
 * to right: as a single text, `שקל.sample.eth` would start with its end. Undefined for a name with one direction.
 */
export const nameRuns = (name: string): readonly string[] | undefined => {
  const runs = name.match(RUNS) ?? []
  return runs.length > 1 && BEGINS_LEFT.test(name) ? runs : undefined
}

/** Cuts a text in its middle to `maxLength` characters. */
export function cutMiddle(text: string, maxLength: number): string {
  const characters = Array.from(text)
  if (characters.length <= maxLength) return text
  const tail = Math.floor((maxLength - 1) / 2)
  return `${characters.slice(0, maxLength - 1 - tail).join('')}…${tail > 0 ? characters.slice(-tail).join('') : ''}`
}
