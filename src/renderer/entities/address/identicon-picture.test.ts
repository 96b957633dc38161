import { expect, test } from 'vitest'
import { identicon } from './identicon-picture.ts'

test('an address has the same picture in any case, another address another', () => {
  expect(identicon('0xAB')).toEqual(identicon('0xab'))
  expect(identicon('0xab')).not.toEqual(identicon('0xac'))
})
