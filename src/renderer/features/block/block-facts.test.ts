import { expect, test } from 'vitest'
import type { Block } from '#shared/chain/block.ts'
import { blockFacts } from './block-facts.ts'

test('fees of a chain whose coin is not known end with their digits', () => {
  const block = { burnt_fees: '1500000000000000000' } as Block
  const burnt = (symbol: string) => {
    const [, , { value, exact } = {}] = blockFacts(block, { symbol, decimals: 18 })
    return [value, exact]
  }
  expect(burnt('ETH')).toEqual(['1.5 ETH', '1.5 ETH'])
  expect(burnt('')).toEqual(['1.5', '1.5'])
})
