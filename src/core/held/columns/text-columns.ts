/** What is made of texts and addresses of a dictionary: of each once, however many chunks have it. */
import type { ColumnDictionary } from '../../archive/columns/dictionary.ts'

const NOT_ASKED = 0
const FITS = 1
const FITS_NOT = 2

/** Whether one of a dictionary fits, by its number; of number 0, which is none, it is never asked. */
export function numberTest(fits: (dictionary: ColumnDictionary, number: number) => boolean) {
  let of: ColumnDictionary | undefined
  let known = new Uint8Array(0)
  /** `count`: how many numbers there are now. */
  return (dictionary: ColumnDictionary, count: number): ((number: number) => boolean) => {
    if (of !== dictionary || known.length <= count) {
      const before = of === dictionary ? known : []
      known = new Uint8Array(2 * count + 1)
      known.set(before)
      known[0] = FITS_NOT
      of = dictionary
    }
    const verdicts = known
    return (number) => {
      if (verdicts[number] === NOT_ASKED) verdicts[number] = fits(dictionary, number) ? FITS : FITS_NOT
      return verdicts[number] === FITS
    }
  }
}

/** Whether a text fits, by its number in the dictionary. */
export function textTest(fits: (text: string) => boolean) {
  const test = numberTest(({ texts }, number) => fits(texts[number] ?? ''))
  return (dictionary: ColumnDictionary) => test(dictionary, dictionary.texts.length)
}

/** What is read from a text, by its number in the dictionary. */
export function textReader<T>(read: (text: string) => T) {
  let of: ColumnDictionary | undefined
  let known: (T | undefined)[] = []
  return (dictionary: ColumnDictionary): ((number: number) => T) => {
    if (of !== dictionary) known = []
    of = dictionary
    const values = known
    return (number) => (values[number] ??= read(dictionary.texts[number] ?? ''))
  }
}
