/** The languages of the window: BCP 47 tags, each with its own name for itself. English texts are in the code. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-CN': '简体中文',
} as const
export type Language = keyof typeof LANGUAGES
export const languages = Object.keys(LANGUAGES) as Language[]

/**
 * The first of the wanted languages that is available: by its tag, or else by its language alone. English if none is.
 */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const lower = tag.toLowerCase()
    const base = lower.split('-')[0] ?? ''
    // Traditional Chinese is another script: its readers get English rather than simplified Chinese.
    if (/^zh-(hant|tw|hk|mo)\b/.test(lower)) continue
    const found =
      languages.find((language) => language.toLowerCase() === lower) ??
      languages.find((language) => language.toLowerCase().split('-')[0] === base)
    if (found) return found
  }
  return 'en'
}
