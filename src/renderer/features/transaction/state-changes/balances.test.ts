import { expect, test } from 'vitest'
import { shortenAmount } from '#shared/units.ts'
import { coinAsset } from '../assets/asset.ts'
import { shownBalances } from './balances.ts'

const asset = coinAsset({ symbol: 'ETH', decimals: 18 })
const shown = (before: bigint, after: bigint) =>
  shownBalances({ key: '', asset, before, after, change: after - before }, 6).map(
    (amount) =>
      amount &&
      `${amount.whole}${amount.zeros > 0 ? `.0(${String(amount.zeros)})` : ''}${amount.fraction}${amount.exact ? '' : '…'}${amount.exponent > 0 ? ` ×10^${String(amount.exponent)}` : ''}`,
  )

test('two balances read as each would by itself where that tells them apart', () => {
  const [before, after] = [1_234_567_890_123_456_789n, 2_234_567_890_123_456_789n]
  expect(shown(before, after)).toEqual(['1.234567…', '2.234567…'])
  expect(shownBalances({ key: '', asset, before, after, change: 1n }, 6)[0]).toEqual(
    shortenAmount(before, 18, { digits: 6 }),
  )
  expect(shown(before, before)).toEqual(['1.234567…', '1.234567…'])
})

test('where only later digits differ, those stand behind a mark', () => {
  const many = 41_022_114_000_000_000_000_001n
  expect(shown(many, many + 3n)).toEqual(['41,022.11…001', '41,022.11…004'])
  expect(shown(3_601_837_655_439_100n, 3_601_837_655_439_200n)).toEqual(['0.0036…391', '0.0036…392'])
  expect(shown(3_601_837_655_400_000n, 3_601_837_655_500_010n)).toEqual(['0.0036…554', '0.0036…555…'])
})

test('so do those of numbers that are a power of ten', () => {
  const most = 2n ** 256n
  expect(shown(most - 2n, most - 1n)).toEqual(['1.15…934 ×10^59', '1.15…935 ×10^59'])
})
