/**
 * Translates the window's texts as gettext does: the English text in the code is the key.
 *
 * `$gettext('Read %{age} ago', { age })`; a value replaces its `%{name}` unchanged. `build/catalogues.ts` finds these
 * calls by their names, so texts must be literals, and whole sentences if possible.
 */

type Names<Text extends string> = Text extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type Value = string | number | bigint
/** A value for each `%{name}` of a text; no argument for a text without names. */
type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>]

/** Returns texts in another language; an unknown text is returned unchanged. */
export interface Translator {
  /** A BCP 47 tag, for `Intl`. */
  readonly locale: string
  text(text: string, context?: string): string
  plural(one: string, many: string, count: number): string
}

const ENGLISH: Translator = {
  locale: 'en',
  text: (text) => text,
  plural: (one, many, count) => (count === 1 ? one : many),
}
let translator: () => Translator = () => ENGLISH

/** `find` is called at every look-up. If it reads reactive state, a shown text follows the language. */
export function setTranslator(find: () => Translator | null): void {
  translator = () => find() ?? ENGLISH
}

/** The current language, for `Intl`. */
export const currentLocale = (): string => translator().locale

function fill(text: string, values: Readonly<Record<string, Value>> | undefined): string {
  if (values === undefined) return text
  return text.replace(/%\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

/** Translates a text to the current language. */
export const $gettext = <Text extends string>(text: Text, ...[values]: Values<Text>): string =>
  fill(translator().text(text), values)

/** Translates a text with several meanings; `context` tells translators which one. */
export const $pgettext = <Text extends string>(
  context: string,
  text: Text,
  ...[values]: Values<Text>
): string => fill(translator().text(text, context), values)

/** Translates one of two texts, chosen by a count. Languages with more plural forms have them in the catalogue. */
export const $ngettext = <One extends string, Many extends string>(
  one: One,
  many: Many,
  count: number,
  ...[values]: Values<One | Many>
): string => fill(translator().plural(one, many, count), values)

/** Marks a text for a later `$gettext`: constants are created before the language is known. */
export const $msgid = <Text extends string>(text: Text): Text => text

/** Marks a noun for a later translation by `pluralize` and similar functions. */
export const $nmsgid = (one: string, many: string): Noun => ({ one, many })
export interface Noun {
  readonly one: string
  readonly many: string
}
