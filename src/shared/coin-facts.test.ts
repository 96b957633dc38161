/** What is said of the coins of well-known chains. */
import { expect, test } from 'vitest'
import { CHAINS } from './chains.ts'
import { coinFactsOf } from './coin-facts.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/

/** Nobody names a wrapped coin of theirs that the others know, or they need none. */
const WITHOUT = new Set(['Celo', 'Hoodi', 'Local development chain', 'Sample chain'])

test.each(CHAINS.map(({ id, name, coin }) => ({ id, name, coin })))('$name', ({ id, name, coin }) => {
  const { wrapped, contract } = coinFactsOf(id)
  expect(wrapped === undefined).toBe(WITHOUT.has(name))
  for (const address of [wrapped?.address ?? contract, contract ?? wrapped?.address])
    if (address !== undefined) expect(address).toMatch(ADDRESS)
  // A testnet’s coin is called by its own name, and what wraps it is not.
  if (wrapped) expect(wrapped.symbol.toUpperCase()).toBe(`W${coin.replace(/^t/, '').toUpperCase()}`)
})

test('nothing is said of a chain that nobody knows', () => {
  expect(coinFactsOf('987654321')).toEqual({})
  expect(coinFactsOf(undefined)).toEqual({})
})
