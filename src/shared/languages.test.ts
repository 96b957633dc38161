import { expect, it } from 'vitest'
import { pickLanguage } from './languages.ts'

it.each([
  [['de-AT', 'en'], 'de'],
  [['fr-FR', 'es-MX'], 'es'],
  [['pt-PT'], 'pt-BR'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['zh-TW', 'ja-JP'], 'ja'],
  [['fr', 'nl'], 'en'],
  [[], 'en'],
  [['__proto__', 'constructor'], 'en'],
] as const)('the language of %j is %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language)
})
