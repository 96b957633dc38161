import { expect, test } from 'vitest'
import { normaliseEnsName } from './ens-name.ts'

test.each([
  ['vitalik.eth', 'vitalik.eth'],
  ['Vitalik.ETH', 'vitalik.eth'],
  [' Nick.eth\n', 'nick.eth'],
  ['RaFFY🚴‍♂️.eTh', 'raffy🚴‍♂.eth'],
  ['ｖｉｔａｌｉｋ.eth', 'vitalik.eth'],
  ['Sub.Name.XYZ', 'sub.name.xyz'],
])('%j is sent as %j', (typed, sent) => {
  expect(normaliseEnsName(typed)).toBe(sent)
})

test.each([
  '',
  'vitalik',
  'a b.eth',
  '.eth',
  'a..eth',
  'https://a.eth',
  'vitalık\u202e.eth',
  `${'a'.repeat(300)}.eth`,
])('%j is no name', (typed) => {
  expect(normaliseEnsName(typed)).toBeUndefined()
})
