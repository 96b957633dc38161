import { expect, it } from 'vitest'
import { pickLanguage } from './languages.ts'

it.each([
  [['de-AT', 'en'], 'de'],
  [['la-VA', 'es-MX'], 'es'],
  [['pt-PT'], 'pt-BR'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['zh-TW', 'ja-JP'], 'ja'],
  [['la', 'eo'], 'en'],
  [[], 'en'],
  [['__proto__', 'constructor'], 'en'],
] as const)('the language of %j is %s', (wanted, language) => {
  expect(pickLanguage(wanted)).toBe(language)
})
