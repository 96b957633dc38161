/**
 * A person's own words about an address, made safe to stand beside addresses: one line without anything unseen. Letters
 * that turn the writing direction could make one address look like another.
 */
import { MAX_LABEL_LENGTH, MAX_NOTE_LENGTH } from '#shared/rpc/contract/watchlist.ts'

/** Joiners inside emoji and some scripts (U+200C, U+200D) stay. */
const UNSEEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g
const UNSEEN_BUT_LINES =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g

export const cleanLabel = (text: string) => cut(oneLine(text), MAX_LABEL_LENGTH)

/** A group's name is also a word in a list of them, parted by semicolons. */
export const cleanGroup = (text: string) => cut(oneLine(text.replaceAll(';', ',')), 60)

/** A note may have several lines. */
export const cleanNote = (text: string) =>
  cut(
    text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNSEEN_BUT_LINES, ' ').trim().normalize('NFC'),
    MAX_NOTE_LENGTH,
  )

export const cleanGroups = (names: readonly string[]) =>
  [...new Set(names.map(cleanGroup).filter((name) => name !== ''))].slice(0, 50)

const oneLine = (text: string) =>
  text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim().normalize('NFC')

/** By UTF-16 units, but never through a character of two. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.slice(0, most - 1)
  return `${/[\ud800-\udbff]$/.test(end) ? end.slice(0, -1) : end}…`
}
