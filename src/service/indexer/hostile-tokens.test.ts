import { expect, test } from 'vitest'
import { LIST_ITEMS } from '#shared/lists/list-items.ts'
import * as z from 'zod/mini'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { until } from './testing/until.ts'
import { callData, deployData, Workload } from './testing/workload.ts'

const HOSTILE = ['Silent', 'Endless', 'Flood', 'Garbled'] as const

test('token contracts that revert, loop, flood or lie are listed without what they do not say, and hold nothing up', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [holder] = workload.accounts
  for (const name of HOSTILE) {
    const data = callData(name, 'claim', [holder, 12345n])
    await anvil.send({ from: holder, to: workload.at[name], data })
  }
  await anvil.send({ from: holder, to: workload.at.Coin, data: callData('Coin', 'mint', [holder, 1n]) })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const read = () => readAll(chain.reader, 'address-tokens', { params: ofAddress(holder!) })
  const tokens = await until('what they say is known', async () => {
    const items = await read()
    const names = items.map((item) => (item.token as { symbol: string | null }).symbol)
    return names.includes('TST') && names.includes('OLD') ? items : null
  })
  const at = (name: (typeof HOSTILE)[number] | 'Coin') =>
    tokens.find(
      (item) => (item.token as { address_hash: string }).address_hash.toLowerCase() === workload.at[name],
    )
  for (const name of ['Silent', 'Endless', 'Flood'] as const) {
    expect(at(name)).toMatchObject({
      value: '12345',
      token: { name: null, symbol: null, decimals: null, total_supply: null, type: 'ERC-20' },
    })
  }
  expect(at('Coin')).toMatchObject({ token: { name: 'Test Coin', symbol: 'TST', decimals: '18' } })
  const garbled = at('Garbled')!.token as Record<string, string | null>
  expect(garbled).toMatchObject({ symbol: 'OLD', decimals: null, total_supply: (2n ** 256n - 1n).toString() })
  expect(garbled.name).toMatch(/^<img src=x onerror=alert\(1\)>\ufffdevil\ufffd+$/)
  expect(garbled.name!.length).toBeLessThanOrEqual(201)
  expect(garbled.name).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/)
  // The explorer's own schema reads the hostile tokens.
  for (const item of tokens) expect(z.safeParse(LIST_ITEMS['address-tokens'], item).success).toBe(true)
})

test('a token that answers 10 MB, and one that never answers, cost the others nothing', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(60, 10)
  const flood = `0x${'00'.repeat(10_000_000)}`
  const proxy = await testProxy(anvil.url, async (method, params, forward) => {
    const to = (params[0] as { to?: string } | undefined)?.to
    if (method === 'eth_call' && to === workload.at.Flood) return flood
    if (method === 'eth_call' && to === workload.at.Garbled) await new Promise(() => undefined)
    return forward()
  })
  const [holder] = workload.accounts
  for (const name of ['Flood', 'Garbled'] as const) {
    await anvil.send({ from: holder, to: workload.at[name], data: callData(name, 'claim', [holder, 5n]) })
  }
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const coin = await until('the others are known', async () => {
    const token = await chain.reader.detail('token', ofAddress(workload.at.Pictures))
    return token?.name === 'Pictures' && token
  })
  expect(coin).toMatchObject({ symbol: 'PIC', type: 'ERC-721' })
  expect(await chain.reader.detail('token', ofAddress(workload.at.Flood))).toMatchObject({
    name: null,
    type: 'ERC-20',
  })
})

test('logs that are almost transfers move nothing', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const before = await anvil.request<unknown[]>('eth_getLogs', [{ fromBlock: '0x0' }])
  await anvil.send({ from: workload.accounts[0], to: workload.at.Noise, data: callData('Noise', 'make') })
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const logs = await anvil.request<unknown[]>('eth_getLogs', [{ fromBlock: '0x0' }])
  expect(logs.length).toBe(before.length + 7)
  expect(await readAll(chain.reader, 'token-transfers')).toHaveLength(1)
})

test('NFT metadata: inline at once, elsewhere only when it is opened', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [owner] = workload.accounts
  const send = (to: string, data: string) => anvil.send({ from: owner, to, data })
  await send(workload.at.Pictures, callData('Pictures', 'mint', [owner, 7n]))
  await send(workload.at.Items, callData('Items', 'mint', [owner, 255n, 3n]))
  const far = await anvil.send({
    from: owner,
    data: deployData('FarPictures', ['https://art.example/']),
  })
  const contractAddress = far.contractAddress ?? ''
  await send(contractAddress, callData('FarPictures', 'mint', [owner, 9n]))
  const fetched: string[] = []
  const chain = await testFollow({
    rpcUrl: anvil.url,
    dataDir: testFolder(),
    fetchMetadata: (url) => {
      fetched.push(url)
      return Promise.resolve({ name: 'From afar', image: 'ipfs://picture' })
    },
  })
  await indexed(chain, anvil.url)
  const detail = (token: string, id: string) =>
    chain.reader.detail('token-instance', { ...ofAddress(token), token_id: id })
  expect(await detail(workload.at.Pictures, '7')).toMatchObject({
    id: '7',
    is_unique: true,
    metadata: { name: 'Picture #7', attributes: [{ trait_type: 'Size', value: 'small' }] },
    image_url: 'data:image/svg+xml;base64,PHN2Zy8+',
  })
  expect(await detail(workload.at.Items, '255')).toMatchObject({
    metadata: { name: `Item ${'ff'.padStart(64, '0')}` },
    owner: null,
  })
  await readAll(chain.reader, 'token-transfers')
  expect(fetched).toEqual([])
  const opened = await readAll(chain.reader, 'token-instances', { params: ofAddress(contractAddress) })
  expect(fetched).toEqual(['https://art.example/9'])
  expect(opened).toMatchObject([{ id: '9', metadata: { name: 'From afar' }, image_url: 'ipfs://picture' }])
  await readAll(chain.reader, 'token-instances', { params: ofAddress(contractAddress) })
  expect(fetched).toHaveLength(1)
})

test('metadata nested without end, inside a link or from elsewhere, is no metadata and holds nothing up', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const [owner] = workload.accounts
  const nested = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  // The contract writes the id behind it: past the padding it is no part of the text.
  const bases = [`data:application/json;base64,${Buffer.from(nested).toString('base64')}`, 'ipfs://bafy/']
  expect(bases[0]).toMatch(/=$/)
  const tokens: string[] = []
  for (const base of bases) {
    const made = await anvil.send({
      from: owner,
      data: deployData('FarPictures', [base]),
      gas: '0x1c9c380',
    })
    const token = made.contractAddress ?? ''
    tokens.push(token)
    await anvil.send({ from: owner, to: token, data: callData('FarPictures', 'mint', [owner, 1n]) })
  }
  await anvil.send({ from: owner, to: workload.at.Pictures, data: callData('Pictures', 'mint', [owner, 7n]) })
  const chain = await testFollow({
    rpcUrl: anvil.url,
    dataDir: testFolder(),
    fetchMetadata: () => Promise.resolve(JSON.parse(nested)),
  })
  await indexed(chain, anvil.url)
  for (const token of tokens) {
    const opened = await readAll(chain.reader, 'token-instances', { params: ofAddress(token) })
    expect(opened).toMatchObject([{ id: '1', metadata: null }])
  }
  expect(
    await chain.reader.detail('token-instance', { ...ofAddress(workload.at.Pictures), token_id: '7' }),
  ).toMatchObject({ metadata: { name: 'Picture #7' } })
  expect(chain.status().state).toBe('following')
})
