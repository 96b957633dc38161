import { currentLocale } from '#shared/text/gettext.ts'

/** Kept: to make one takes a millisecond. */
let kept: { readonly locale: string; readonly format: Intl.ListFormat } | undefined

/** `Transactions`, `Transactions and Token transfers`, in the language of the window. */
export function formatList(texts: readonly string[]): string {
  if (texts.length === 1) return texts[0] ?? ''
  const locale = currentLocale()
  if (kept?.locale !== locale) kept = { locale, format: new Intl.ListFormat(locale) }
  return kept.format.format(texts)
}
