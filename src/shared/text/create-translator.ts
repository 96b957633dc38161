import type { Translator } from './gettext.ts'

/** One text, or one per plural form. */
type Form = string | readonly string[]
/**
 * A catalogue, made by build/catalogues.ts: translations by English text, and by context for a text with contexts.
 */
export type Catalogue = Readonly<Record<string, Form | Readonly<Record<string, Form>>>>

const isForm = (entry: unknown): entry is Form =>
  typeof entry === 'string' || (Array.isArray(entry) && entry.every((text) => typeof text === 'string'))

const own = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined

/**
 * Looks texts up in a catalogue. `Intl` chooses the plural form of a count. Entries of the file that are no texts are
 * ignored.
 */
export function createTranslator(locale: string, catalogue: Catalogue): Translator {
  const rules = new Intl.PluralRules(locale)
  function find(text: string, context = ''): Form | undefined {
    const entry = own(catalogue, text)
    const found = isForm(entry) ? entry : own(entry, context)
    return isForm(found) ? found : undefined
  }
  return {
    locale,
    text(text, context) {
      const found = find(text, context)
      return (typeof found === 'string' ? found : found?.[0]) ?? text
    },
    plural(one, many, count) {
      const found = find(one)
      if (found === undefined) return count === 1 ? one : many
      if (typeof found === 'string') return found
      return (rules.select(count) === 'one' ? found[0] : found.at(-1)) ?? many
    },
  }
}
