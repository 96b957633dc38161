/** Tests the table of well-known chains' coins. */
import { expect, test } from 'vitest'
import { CHAINS } from './chains.ts'
import { coinFactsOf } from './coin-facts.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/

/** Chains whose wrapped coin no known list names, or that need none. */
const WITHOUT = new Set(['Celo', 'Hoodi', 'Local development chain', 'Sample chain'])

test.each(CHAINS.map(({ id, name, coin }) => ({ id, name, coin })))('$name', ({ id, name, coin }) => {
  const { wrapped, contract } = coinFactsOf(id)
  expect(wrapped === undefined).toBe(WITHOUT.has(name))
  for (const address of [wrapped?.address ?? contract, contract ?? wrapped?.address])
    if (address !== undefined) expect(address).toMatch(ADDRESS)
  // A testnet’s coin has its own name, but the wrapped coin does not.
  if (wrapped) expect(wrapped.symbol.toUpperCase()).toBe(`W${coin.replace(/^t/, '').toUpperCase()}`)
})

test('nothing is said of a chain that nobody knows', () => {
  expect(coinFactsOf('987654321')).toEqual({})
  expect(coinFactsOf(undefined)).toEqual({})
})
