import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { parseAddress } from './parse-address.ts'

test('an address has the checksum that viem gives it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 160n - 1n }), (value) => {
      const address = `0x${value.toString(16).padStart(40, '0')}` as const
      expect(parseAddress(address)?.address).toBe(getAddress(address))
    }),
  )
})

test('capital letters are checked where the letters are of both cases', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(parseAddress(address)).toEqual({ address, checksum: 'right' })
  expect(parseAddress(address.replace('5aA', '5AA'))).toEqual({ address, checksum: 'wrong' })
  expect(parseAddress(address.toLowerCase())).toEqual({ address, checksum: 'none' })
  expect(parseAddress(`0x${address.slice(2).toUpperCase()}`)).toEqual({ address, checksum: 'none' })
  expect(parseAddress(address.slice(0, -1))).toBeUndefined()
})
