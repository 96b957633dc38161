import { currentLocale } from '#shared/text/gettext.ts'

/** The first letter in upper case; `?` for an empty text. */
export const firstLetter = (text: string): string => /^./su.exec(text.trim())?.[0].toUpperCase() ?? '?'

/** For example `Balance at the time` of `balance at the time`. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A label within a sentence: in lower case, except in German, which capitalises nouns. */
export const inSentence = (label: string): string => (currentLocale() === 'de' ? label : label.toLowerCase())
