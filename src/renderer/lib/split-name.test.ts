import { expect, test } from 'vitest'
import { cutMiddle, nameRuns, splitName } from './split-name.ts'

test('a long name has a tail that is not cut; both together are the name', () => {
  expect(splitName('Harbour Exchange: deposit 12')).toEqual(['Harbour Exchange: depo', 'sit 12'])
  for (const name of ['Harbour Exchange: deposit 12', 'Harbour Exchange: hot wallet'])
    expect(splitName(name)!.join('')).toBe(name)
  expect(splitName('Harbour Exchange: deposit 12')![1]).not.toBe(
    splitName('Harbour Exchange: deposit 13')![1],
  )
  expect(splitName('Treasury')).toBeUndefined()
})

test('a name in both directions is parted where it turns', () => {
  expect(nameRuns('שקל דיגיטלי720.sample.eth')).toEqual(['שקל דיגיטלי', '720.sample.eth'])
  expect(nameRuns('vitalik.שקל.eth')).toEqual(['vitalik.', 'שקל', '.eth'])
  for (const name of ['vitalik.eth', 'שקל 720', 'دينار رقمي']) expect(nameRuns(name)).toBeUndefined()
})

test('a text is cut in its middle, never within a character', () => {
  expect(cutMiddle('Harbour Exchange', 9)).toBe('Harb…ange')
  expect(cutMiddle('Treasury', 9)).toBe('Treasury')
  expect(cutMiddle('😀😀😀😀😀', 3)).toBe('😀…😀')
})
