import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAINS } from '#shared/chains.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { nameDoubt } from '#shared/text/name-doubt.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'

let core: Core
beforeAll(async () => {
  core = await createTestCore(':memory:')
})
afterAll(() => {
  core.close()
})
async function tokensOf(chainId: string) {
  const response = await connectInMemory(core.server).call('tokens.wellKnown', { chainId })
  if (!response.ok) throw new Error(response.error.code)
  return response.data
}

test('in every chain that has a list, addresses are right and there once, and no name imitates', async () => {
  let count = 0
  for (const { id } of CHAINS) {
    const tokens = await tokensOf(id)
    count += tokens.length
    expect(new Set(tokens.map(({ address }) => address)).size, id).toBe(tokens.length)
    for (const { address, symbol, name } of tokens) {
      expect(parseAddress(address)?.address).toBe(address)
      expect([symbol, name]).not.toContain('')
      expect([nameDoubt(symbol), nameDoubt(name)]).toEqual([undefined, undefined])
    }
  }
  expect(count).toBeGreaterThan(1_500)
})

test('the most used tokens of a chain are there; a chain that nobody lists has none', async () => {
  expect(await tokensOf('8453')).toContainEqual({
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    symbol: 'USDC',
    name: 'USD Coin',
  })
  expect(await tokensOf('31337420')).toEqual([])
})
