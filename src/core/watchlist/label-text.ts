/**
 * Cleans a person's own words about an address for display beside addresses: one line without invisible characters.
 * Characters that change the writing direction could make one address look like another.
 */
import { MAX_LABEL_LENGTH, MAX_NOTE_LENGTH } from '#shared/rpc/contract/watchlist.ts'
import { cutText, replaceInvisible } from '#shared/text/hostile-text.ts'

export const cleanLabel = (text: string) => cutText(oneLine(text), MAX_LABEL_LENGTH)

/** A group's name must not contain the semicolon that separates groups. */
export const cleanGroup = (text: string) => cutText(oneLine(text.replaceAll(';', ',')), 60)

/** A note may have several lines. */
export const cleanNote = (text: string, maxLength = MAX_NOTE_LENGTH) =>
  cutText(
    text
      .toWellFormed()
      .split(/\r\n?|\n/)
      .map((line) => replaceInvisible(line, ' '))
      .join('\n')
      .trim()
      .normalize('NFC'),
    maxLength,
  )

export const cleanGroups = (names: readonly string[]) =>
  [...new Set(names.map(cleanGroup).filter((name) => name !== ''))].slice(0, 50)

const oneLine = (text: string) =>
  replaceInvisible(text.toWellFormed(), ' ').replace(/\s+/g, ' ').trim().normalize('NFC')
