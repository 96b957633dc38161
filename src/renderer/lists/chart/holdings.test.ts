import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countHoldings } from './holdings.ts'

function holdingsOf(items: readonly object[], max: number) {
  const counter = countHoldings(COIN, max)
  items.forEach(counter.add)
  return counter.figures()
}
const address = (seed: number) => `0x${seed.toString(16).padStart(40, '0')}`
const balance = (seed: number, value: string, rate: string | null) => ({
  token: { address_hash: address(seed), symbol: `T${String(seed)}`, decimals: '2', exchange_rate: rate },
  value,
})

const COIN = { symbol: 'CELO', decimals: 18, contract: address(99) }

describe('holdings by value', () => {
  test('largest first, the others together, what has no price counted', () => {
    const rows = [
      balance(1, '100', '1'),
      balance(2, '500', '2'),
      balance(3, '200', '1'),
      balance(4, '1', null),
      // The coin's own token contract. The coin's balance counts it.
      balance(99, '900', '5'),
    ]
    const { total, parts, unpriced } = holdingsOf(rows, 1)
    expect(total).toBe(1_300n)
    expect(parts).toEqual([
      { name: 'T2', cents: 1_000n, share: 0.7692 },
      { name: '2 others', cents: 300n, share: 0.2307 },
    ])
    expect(unpriced).toBe(1)
  })

  test('the parts are the total, whatever is held', () => {
    const held = fc.array(fc.tuple(fc.nat(9), fc.bigInt(0n, 10n ** 30n), fc.constantFrom('0.5', '3', null)))
    fc.assert(
      fc.property(held, (list) => {
        const { total, parts } = holdingsOf(
          list.map(([seed, value, rate]) => balance(seed, String(value), rate)),
          3,
        )
        expect(parts.reduce((sum, { cents }) => sum + cents, 0n)).toBe(total)
        expect(parts.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})
