/**
 * Text that anybody may have written: names on a chain, messages of a server. One set of rules makes it safe to show, to
 * log and to export.
 */

/**
 * What renders as nothing, or only moves its neighbours about: controls, direction marks, zero widths, fillers, variation
 * selectors, tags; and what no font has a sign for. An emoji that is newer than this program is not among them.
 */
const INVISIBLE =
  /[[\u{16fe4}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u2800\ufffc\u{1d159}]--\p{Extended_Pictographic}]/v

/** Scripts in which the two joiners change how a word is written. */
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}'

/** Runs of them; or, first, where they belong: inside an emoji that Unicode lists, and between letters that join. */
const RUNS = new RegExp(
  `(\\p{RGI_Emoji}|(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}]))|(?:${INVISIBLE.source})+`,
  'gv',
)

/** Puts `by` in the place of each run of characters that can't be seen. Emoji and words that need joiners stay whole. */
export const replaceInvisible = (text: string, by: string): string =>
  INVISIBLE.test(text) ? text.replace(RUNS, (_run, kept: string | undefined) => kept ?? by) : text

/** At most `maxLength` UTF-16 units, the last one an ellipsis where it was cut; never through a character of two. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = text.slice(0, maxLength - 1)
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`
}

/** Stands for what can't be seen: a name with it must not read like the name without. */
export const HIDDEN = '\ufffd'

/** Stands before a person's own label in a text. No name from a chain can hold it, or what looks like it. */
export const OWN_MARK = '◈'
const OWN_MARKS = /[◈❖⟐⌖]/gu

/** Any blanks and line ends. Unlike \s without the zero-width U+FEFF. */
const BLANKS = /[\p{Zs}\t-\r\u0085\u2028\u2029]+/gu

/** Words of visible characters with one blank between them. */
const PRINTABLE_ASCII = /^[!-~]+(?: [!-~]+)*$/

/**
 * A name from a chain as one short line. Where something can't be seen stands a sign: removed, it would make one name
 * read like another. Empty where there is nothing to see at all. The drawer and raw JSON have it as it came.
 */
export function plainName(name: string, maxLength = 80): string {
  // Most names are such, and a list has some hundred.
  if (name.length <= maxLength && PRINTABLE_ASCII.test(name)) return name
  const line = name
    .slice(0, 4 * maxLength)
    .replace(BLANKS, ' ')
    .replace(/^ | $/g, '')
  const plain = replaceInvisible(line, HIDDEN).replace(OWN_MARKS, HIDDEN)
  return hasSigns(plain) ? cutText(plain, maxLength) : ''
}

const hasSigns = (text: string) => /[^\ufffd ]/.test(text)
