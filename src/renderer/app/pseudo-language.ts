/**
 * Not a real language: each text has marks around it, accents and a third more length, and the layout is right to left.
 * Shows texts that are missing from the catalogue or cut off, and layouts that depend on left and right. For tests and
 * developers.
 */
import type { Translator } from '#shared/text/gettext.ts'

const ACCENTED = new Map(
  'aá eé ií oó uú cç nñ sš zž yý AÁ EÉ IÍ OÓ UÚ CÇ NÑ SŠ ZŽ YÝ'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** `[Réád %{age} ágó~~~]`: placeholders stay. */
export function pseudoText(text: string): string {
  const accented = text
    .split(/(%\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[a-zA-Z]/g, (letter) => ACCENTED.get(letter) ?? letter),
    )
    .join('')
  return `[${accented}${'~'.repeat(Math.ceil(text.length / 3))}]`
}

export const pseudoLanguage: Translator = {
  locale: 'en',
  text: pseudoText,
  plural: (one, many, count) => pseudoText(count === 1 ? one : many),
}
