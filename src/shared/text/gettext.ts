/**
 * Texts of the window, looked up as gettext does: the English text stands in the code and is the key.
 *
 * `$gettext('Read %{age} ago', { age })`; values are put where `%{name}` stands, as they are. `build/catalogues.ts` finds
 * these calls by their names, so the texts are written into them as literals, whole sentences where it can be.
 */

type Names<Text extends string> = Text extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never
type Value = string | number | bigint
/** A value for each `%{name}` of a text, and none where it has none. */
type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>]

/** Gives texts in another language; a text that it does not have comes back as it is. */
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

/** `find` is asked at every look-up: where it reads reactive state, what shows a text follows its language. */
export function setTranslator(find: () => Translator | null): void {
  translator = () => find() ?? ENGLISH
}

/** The language that texts are in now, for `Intl`. */
export const currentLocale = (): string => translator().locale

function fill(text: string, values: Readonly<Record<string, Value>> | undefined): string {
  if (values === undefined) return text
  return text.replace(/%\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

/** A text in the language that was chosen. */
export const $gettext = <Text extends string>(text: Text, ...[values]: Values<Text>): string =>
  fill(translator().text(text), values)

/** A text that means more than one thing; `context` says which, to who translates. */
export const $pgettext = <Text extends string>(
  context: string,
  text: Text,
  ...[values]: Values<Text>
): string => fill(translator().text(text, context), values)

/** One of two texts, by a count. Languages with more than two forms have theirs in the catalogue. */
export const $ngettext = <One extends string, Many extends string>(
  one: One,
  many: Many,
  count: number,
  ...[values]: Values<One | Many>
): string => fill(translator().plural(one, many, count), values)

/** Marks a text that is looked up where it is shown, with `$gettext`: a constant is made before a language is known. */
export const $msgid = <Text extends string>(text: Text): Text => text

/** The same of a noun: `pluralize` and its kin look it up. */
export const $nmsgid = (one: string, many: string): Noun => ({ one, many })
export interface Noun {
  readonly one: string
  readonly many: string
}
