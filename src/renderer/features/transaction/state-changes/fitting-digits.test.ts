import { expect, test } from 'vitest'
import { coinAsset } from '../assets/asset.ts'
import { fittingDigits } from './fitting-digits.ts'

const asset = coinAsset({ symbol: 'ETH', decimals: 18 })
const groups = [
  {
    address: { hash: `0x${'a'.repeat(40)}` },
    validator: false,
    changes: [
      {
        key: '1',
        asset,
        before: 1_234_567_890_123_456_789n,
        after: 1_234_567_890_123_456_000n,
        change: -789n,
      },
    ],
  },
]

test('amounts are whole where there is room, and have more digits the more there is', () => {
  expect([500, 630, 700, 2_000].map((width) => fittingDigits(groups, width))).toEqual([6, 9, 12, 18])
  expect(fittingDigits([], 400)).toBe(18)
})
