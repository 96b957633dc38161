import type { Translator } from './gettext.ts'

/** One text, or its forms by count. */
type Form = string | readonly string[]
/** What a catalogue says, as build/catalogues.ts makes it: by English text; of a text with contexts, by context too. */
export type Catalogue = Readonly<Record<string, Form | Readonly<Record<string, Form>>>>

const isForm = (entry: Catalogue[string]): entry is Form => typeof entry === 'string' || Array.isArray(entry)

/** Looks texts up in a catalogue. `Intl` says which form a count takes: the first is that of one. */
export function createTranslator(locale: string, catalogue: Catalogue): Translator {
  const rules = new Intl.PluralRules(locale)
  function find(text: string, context = ''): Form | undefined {
    const entry = Object.hasOwn(catalogue, text) ? catalogue[text] : undefined
    if (entry === undefined || isForm(entry)) return entry
    return Object.hasOwn(entry, context) ? entry[context] : undefined
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
