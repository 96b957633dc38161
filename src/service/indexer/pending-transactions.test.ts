/** Pending transactions of the node, read through the API. */
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { createService } from '../http/server.ts'
import { sendRequest, fetchWholeList } from '../http/testing/http.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { callData, Workload } from './testing/workload.ts'

test('pending transactions are those of the node, in every dialect, until they are mined', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [from, to] = workload.accounts
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  await anvil.request('evm_setAutomine', [false])
  const stranger = getAddress('0x00000000000000000000000000000000000abcde')
  const hashes: string[] = []
  for (const transaction of [
    { from, to, value: '0x5' },
    { from, to: workload.at.Coin, data: callData('Coin', 'transfer', [to, 3n]), gas: '0xf4240' },
    { from: to, to: stranger.toLowerCase(), value: '0x1', gas: '0x5208' },
    ...Array.from({ length: 60 }, () => ({ from, to, value: '0x1', gas: '0x5208' })),
  ])
    hashes.push(await anvil.request<string>('eth_sendTransaction', [transaction]))

  for (const dialect of ['spec', 'legacy', 'v11', 'v12'] as const) {
    const service = await createService({ reader: chain.reader, dialect })
    const query = { filter: 'pending' }
    const { items } = await fetchWholeList(`${service.url}/api/v2`, 'latest-transactions', '/transactions', {
      query,
    })
    expect(items.map(({ hash }) => hash).toSorted()).toEqual(hashes.toSorted())
    const byHash = new Map(items.map((item) => [item.hash, item]))
    expect(byHash.get(hashes[0])).toMatchObject({ result: 'pending', status: null, value: '5' })
    expect(byHash.get(hashes[1])).toMatchObject({ method: 'transfer', to: { name: 'Test Coin' } })
    expect(byHash.get(hashes[2])).toMatchObject({ to: { hash: stranger } })
    await service.close()
  }

  const service = await createService({ reader: chain.reader })
  const read = (query: string) => sendRequest(`${service.url}/api/v2/transactions${query}`)
  // Nothing tells of a change of what is pending, so nobody may take it as unchanged.
  expect((await read('?filter=pending')).headers.etag).toBeUndefined()
  expect((await read('')).headers.etag).toBeDefined()
  await anvil.request('evm_mine')
  await indexed(chain, anvil.url)
  expect(JSON.parse((await read('?filter=pending')).text)).toEqual({ items: [], next_page_params: null })
  await service.close()
})

test('a node that has no pending block, or says nonsense about it, has none pending', async () => {
  const anvil = await testAnvil()
  let answer: unknown = null
  const proxy = await testProxy(anvil.url, (method, params, forward) =>
    method === 'eth_getBlockByNumber' && params[0] === 'pending' ? answer : forward(),
  )
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const request = { params: {}, filters: { filter: 'pending' }, after: null, limit: 50 }
  for (answer of [null, 'soon', { transactions: 7 }, { transactions: [null, 5, { hash: '0x12' }] }])
    expect(await chain.reader.list('latest-transactions', request)).toMatchObject({ items: [], next: null })
})
