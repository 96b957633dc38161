import { currentLocale } from '#shared/text/gettext.ts'

/** Cached: creating a formatter takes a millisecond. */
let kept: { readonly locale: string; readonly format: Intl.ListFormat } | undefined

/** Joins texts in the window's language: `Transactions`, `Transactions and Token transfers`. */
export function formatList(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0] ?? ''
  const locale = currentLocale()
  if (kept?.locale !== locale) kept = { locale, format: new Intl.ListFormat(locale) }
  return kept.format.format(texts)
}
