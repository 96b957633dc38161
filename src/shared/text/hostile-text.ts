/**
 * Text that anybody may have written: names on a chain, messages of a server. One set of rules makes it safe to show, to
 * log and to export.
 */

/** Control and format characters (among them direction marks and zero widths), and separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Without the joiners and tags that emoji and some scripts are made with. */
const INVISIBLE_BUT_JOINERS = /(?:(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu

/** Puts `by` in the place of each run of characters that can't be seen. `keepsJoiners` for what a person wrote. */
export const replaceInvisible = (
  text: string,
  by: string,
  { keepsJoiners = false }: { keepsJoiners?: boolean } = {},
): string => text.replace(keepsJoiners ? INVISIBLE_BUT_JOINERS : INVISIBLE, by)

/** At most `maxLength` UTF-16 units, the last one an ellipsis where it was cut; never through a character of two. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = text.slice(0, maxLength - 1)
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`
}

/**
 * A name from a chain as one short line. What can't be seen is removed: a hidden character makes one name look like
 * another. The drawer and raw JSON have it as it came.
 */
export function plainName(name: string, maxLength = 80): string {
  const plain = replaceInvisible(name.slice(0, 4 * maxLength), '')
    .replace(/\s+/g, ' ')
    .trim()
  return cutText(plain, maxLength)
}
