import { expect, test } from 'vitest'
import { coinAsset } from '../assets/asset.ts'
import { layOutChanges } from './changes-layout.ts'

const groupsOf = (before: bigint, change: bigint) => [
  {
    address: { hash: `0x${'a'.repeat(40)}` },
    validator: false,
    changes: [
      {
        key: '1',
        asset: coinAsset({ symbol: 'ETH', decimals: 18 }),
        before,
        after: before + change,
        change,
      },
    ],
  },
]
const groups = groupsOf(12_234_567_890_123_456_789n, -10_750_071_039_481_266_514n)
const shapeOf = (width: number, of = groups) => {
  const { isNarrow, hasBars, digits } = layOutChanges(of, width)
  return isNarrow
    ? 'two lines'
    : `${String(digits.change)} ${String(digits.balance)}${hasBars ? ' bars' : ''}`
}

test('a change is whole where there is room, has fewer digits the less there is, and then two lines', () => {
  expect([0, 1_200, 992, 991, 760, 720, 704].map((width) => shapeOf(width))).toEqual([
    '18 6 bars',
    '18 6 bars',
    '18 6 bars',
    '18 6',
    '18 6',
    '12 6',
    '12 6',
  ])
  expect(shapeOf(703)).toBe('two lines')
})

test('what has no room in one line has two, before a number is cut', () => {
  const long = groupsOf(123_456_789_012_345n * 10n ** 18n, 10n ** 32n)
  expect(shapeOf(1_200, long)).not.toBe('two lines')
  expect(shapeOf(710, long)).toBe('two lines')
})
