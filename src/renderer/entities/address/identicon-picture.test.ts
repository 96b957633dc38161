import { expect, test } from 'vitest'
import { identiconImages, readIdenticon } from './identicon-picture.ts'

test('an address has the same picture in any case, another address another', () => {
  expect(identiconImages('0xAB')).toBe(identiconImages('0xab'))
  expect(identiconImages('0xab')).not.toBe(identiconImages('0xac'))
})

test('its colours are those that oklch says', () => {
  expect(readIdenticon('0xf').colours[0]).toMatch(/^rgb\((-?\d+,?){3}\)$/)
  // Chromium shows oklch(.46 .13 33), oklch(.72 .12 33) and oklch(.9 .12 73) in these colours; 33 is this address's
  // hue.
  expect(readIdenticon('0xab').colours).toEqual(['rgb(146,53,35)', 'rgb(229,135,115)', 'rgb(255,210,129)'])
})
