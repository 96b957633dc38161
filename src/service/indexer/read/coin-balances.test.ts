/** Coin balances of a node that has pruned the state of its past: what the index adds up by itself. */
import { expect, test } from 'vitest'
import { ofAddress } from '../testing/compare/read-all.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { Refused } from '../testing/node-proxy.ts'
import { Workload } from '../testing/workload.ts'

test('without old balances it says what changed, as the node said when it had them', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(120)
  const read = async (url: string) => {
    const chain = await testFollow({ rpcUrl: url, dataDir: testFolder() })
    await indexed(chain, url)
    const pages = workload.accounts.map(async (account) =>
      chain.reader.list('address-coin-balances', {
        params: ofAddress(account),
        filters: {},
        after: null,
        limit: 50,
      }),
    )
    return Promise.all(pages)
  }
  const whole = await read(anvil.url)
  const pruned = await testProxy(anvil.url, (method, _params, forward) => {
    if (method === 'eth_getBalance') throw new Refused(-32000, 'missing trie node: state is not available')
    return forward()
  })
  const without = await read(pruned.url)
  for (const [nth, page] of without.entries()) {
    const known = whole[nth]?.items ?? []
    expect(known.length).toBeGreaterThan(2)
    expect(page?.meta).toMatchObject({ status: 'unavailable' })
    // No transaction tells the balance that the chain began with.
    expect(page?.items).toEqual(known.slice(0, -1).map((item) => ({ ...item, value: null })))
  }
})
