import { currentLocale } from '#shared/text/gettext.ts'

/** The first letter in upper case, `?` where there is none. */
export const firstLetter = (text: string): string => /^./su.exec(text.trim())?.[0].toUpperCase() ?? '?'

/** `Balance at the time` with a large first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A label within a sentence: in small letters, but in German, where nouns are written with a large one. */
export const inSentence = (label: string): string => (currentLocale() === 'de' ? label : label.toLowerCase())
