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

/** Emoji with a character that can't be seen, as Unicode lists them, but for those that joiners hold together. */
const EMOJI = '\\p{Basic_Emoji}\\p{Emoji_Keycap_Sequence}\\p{RGI_Emoji_Tag_Sequence}'

/** Runs of them; or, first, where they belong: in `emoji`, and between letters that join. */
const runsBeside = (emoji: string) =>
  new RegExp(`([${emoji}]|(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}]))|(?:${INVISIBLE.source})+`, 'gv')
const RUNS = runsBeside(EMOJI)

const JOINER = '\u200d'
const PICTOGRAPH = /\p{Extended_Pictographic}/v
/** Made when the first text may hold one: the list of joined emoji takes ten milliseconds to compile. */
let runsBesideJoined: RegExp | undefined

/** Compiles that list, for a window that has nothing else to do: rows that hold one should not wait for it. */
export const compileEmoji = (): void => void replaceInvisible(`❤${JOINER}`, '')

/** Puts `by` in the place of each run of characters that can't be seen. Emoji and words that need joiners stay whole. */
export function replaceInvisible(text: string, by: string): string {
  if (!INVISIBLE.test(text)) return text
  const runs =
    text.includes(JOINER) && PICTOGRAPH.test(text)
      ? (runsBesideJoined ??= runsBeside(`${EMOJI}\\p{RGI_Emoji_ZWJ_Sequence}`))
      : RUNS
  return text.replace(runs, (_run, kept: string | undefined) => kept ?? by)
}

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

/** The first word of such a name has digits and no letter. */
const LIKE_A_NUMBER = /^[^\p{L} ]*\p{N}[^\p{L} ]*(?= |$)/u

/**
 * What an amount is counted in, as `plainName` gives it, to stand behind the amount. In quotes where it begins like a
 * number: one of `000 USDC` would read as a thousand.
 */
export function plainUnit(name: string, maxLength = 24): string {
  const plain = plainName(name, maxLength)
  return LIKE_A_NUMBER.test(plain) ? `“${plain}”` : plain
}

const hasSigns = (text: string) => /[^\ufffd ]/.test(text)
