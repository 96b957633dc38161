import { expect, test } from 'vitest'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance } from '../archive/testing/chain-instance.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'

test('of a source that sends a page again and again, the sums are not called those of all rows', async () => {
  const instance = await startChainInstance()
  const core = await createTestCore(':memory:')
  try {
    instance.chain.grow(Array.from({ length: 200 }, () => 1))
    instance.repeatsBelow = 120
    const client = connectInMemory(core.server)
    const added = await client.call('sources.add', { url: instance.url, chainId: '1' })
    const source = added.ok ? added.data.id : ''
    const proof = await client.call('ledger.proof', { source, address: exampleAddress(1), refresh: false })
    expect(proof).toMatchObject({ ok: true, data: { state: 'incomplete' } })
  } finally {
    core.close()
    await instance.stop()
  }
})
