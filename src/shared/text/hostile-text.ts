/**
 * Makes text safe to show, to log and to export that anybody may have written: names on a chain, messages of a
 * server.
 */

/**
 * Invisible characters, which render as nothing or only move their neighbours: controls, direction marks, zero
 * widths, fillers, variation selectors, tags; and unassigned characters, which no font has. Emoji newer than this
 * program are not included.
 */
const INVISIBLE =
  /[[\u{16fe4}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\u2800\ufffc\u{1d159}]--\p{Extended_Pictographic}]/v

/** Scripts in which the two joiners change the spelling of a word. */
const JOINING =
  '\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}'

/** Emoji with an invisible character, as Unicode lists them, except those with joiners. */
const EMOJI = '\\p{Basic_Emoji}\\p{Emoji_Keycap_Sequence}\\p{RGI_Emoji_Tag_Sequence}'

/**
 * Matches runs of invisible characters; or, first, an invisible character that belongs: in `emoji`, and between
 * letters that join.
 */
const runsBeside = (emoji: string) =>
  new RegExp(`([${emoji}]|(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}]))|(?:${INVISIBLE.source})+`, 'gv')
const RUNS = runsBeside(EMOJI)

const JOINER = '\u200d'
const PICTOGRAPH = /\p{Extended_Pictographic}/v
/** Compiled at the first text that may need it: compiling the list of joined emoji takes ten milliseconds. */
let runsBesideJoined: RegExp | undefined

/** Compiles that list in advance, while a window is idle, so that rows with such an emoji need not wait. */
export const compileEmoji = (): void => void replaceInvisible(`❤${JOINER}`, '')

/** Replaces each run of invisible characters by `by`. Emoji and words that need joiners stay whole. */
export function replaceInvisible(text: string, by: string): string {
  if (!INVISIBLE.test(text)) return text
  const runs =
    text.includes(JOINER) && PICTOGRAPH.test(text)
      ? (runsBesideJoined ??= runsBeside(`${EMOJI}\\p{RGI_Emoji_ZWJ_Sequence}`))
      : RUNS
  return text.replace(runs, (_run, kept: string | undefined) => kept ?? by)
}

/** Cuts a text to `maxLength` UTF-16 units, the last one an ellipsis. Never splits a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = text.slice(0, maxLength - 1)
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`
}

/** Replaces invisible characters: a name with them must not read like the name without. */
export const HIDDEN = '\ufffd'

/** Precedes a person's own label in a text. No name from a chain can contain it or a similar sign. */
export const OWN_MARK = '◈'
const OWN_MARKS = /[◈❖⟐⌖]/gu

/** Any blanks and line ends. Unlike \s, without the zero-width U+FEFF. */
const BLANKS = /[\p{Zs}\t-\r\u0085\u2028\u2029]+/gu

/** Visible ASCII words, separated by single blanks. */
const PRINTABLE_ASCII = /^[!-~]+(?: [!-~]+)*$/

/**
 * A name from a chain as one short line. A sign replaces invisible characters: without it, one name could read like
 * another. Empty if nothing is visible. The drawer and raw JSON show the name unchanged.
 */
export function plainName(name: string, maxLength = 80): string {
  // Most names are printable ASCII, and a list has some hundred.
  if (name.length <= maxLength && PRINTABLE_ASCII.test(name)) return name
  const line = name
    .slice(0, 4 * maxLength)
    .replace(BLANKS, ' ')
    .replace(/^ | $/g, '')
  const plain = replaceInvisible(line, HIDDEN).replace(OWN_MARKS, HIDDEN)
  return hasSigns(plain) ? cutText(plain, maxLength) : ''
}

/** The first word of the name has digits and no letter. */
const LIKE_A_NUMBER = /^[^\p{L} ]*\p{N}[^\p{L} ]*(?= |$)/u

/**
 * The unit of an amount as a safe text to put behind the amount. In quotes if it begins like a number: `000 USDC`
 * behind a 1 would read as a thousand.
 */
export function plainUnit(name: string, maxLength = 24): string {
  const plain = plainName(name, maxLength)
  return LIKE_A_NUMBER.test(plain) ? `“${plain}”` : plain
}

const hasSigns = (text: string) => /[^\ufffd ]/.test(text)
