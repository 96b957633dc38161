/** The first letter in upper case, `?` where there is none. */
export const firstLetter = (text: string): string => /^./su.exec(text.trim())?.[0].toUpperCase() ?? '?'
