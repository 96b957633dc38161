import { afterEach, expect, test } from 'vitest'
import { setTranslator } from '#shared/text/gettext.ts'
import { formatList } from './format-list.ts'

afterEach(() => {
  setTranslator(() => null)
})

const inLanguage = (locale: string) => {
  setTranslator(() => ({ locale, text: (text) => text, plural: (one) => one }))
}

test('one text is given as it is, several as the language of the window lists them', () => {
  expect(formatList(['1 scam row'])).toBe('1 scam row')
  expect(formatList(['1 scam row', '2 imitations'])).toBe('1 scam row and 2 imitations')
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c')
  expect(formatList([])).toBe('')
})

test('a change of the language changes the next list', () => {
  expect(formatList(['a', 'b'])).toBe('a and b')
  inLanguage('de')
  expect(formatList(['a', 'b'])).toBe('a und b')
})
