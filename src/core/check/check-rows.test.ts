/** Tests comparing rows of lists with a node: each false value is found in its row, and each block is read once. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openedList, settled } from '../lists/testing/opened-list.ts'
import { rpcs } from '#service/indexer/testing/anvil.ts'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import {
  checkLoaded,
  differing,
  lieEverywhere,
  startCheckedChain,
  type CheckedChain,
} from './testing/checked-chain.ts'

let chain: CheckedChain
let who: { readonly address_hash: string }

beforeAll(async () => {
  chain = await startCheckedChain()
  const [address = ''] = await chain.anvil.request<string[]>('eth_accounts')
  who = { address_hash: address }
})
afterAll(() => chain.close())
afterEach(() => {
  chain.beHonest()
})

const valuesOf = (rows: readonly CheckedRow[]) =>
  rows
    .flatMap(({ findings }) => findings.filter(({ field }) => field === 'total.value'))
    .map(({ source }) => source)
    .toSorted()
const accused = (rows: readonly CheckedRow[]) => rows.filter(({ findings }) => differing(findings).length > 0)

test('rows of an honest source are proven, page after page, and each block is read once', async () => {
  for (const list of ['address-transactions', 'address-token-transfers', 'latest-blocks'] as const) {
    const read: unknown[] = []
    chain.node.answer((method, [tag], forward) => {
      if (method === 'eth_getBlockByNumber') read.push(tag)
      return forward()
    })
    const rows = await chain.rows(list, list === 'latest-blocks' ? {} : who)
    expect(accused(rows), list).toEqual([])
    expect(rows.length, list).toBeGreaterThan(5)
    expect(
      rows.every(({ findings }) => findings.some(({ state }) => state === 'proven')),
      list,
    ).toBe(true)
    expect(read.length, list).toBe(new Set(rows.map(({ height }) => height)).size)
    expect(new Set(read).size, list).toBe(read.length)
  }
})

/** A source that names no chain, and how the node that its rows are held against is known to be of its chain. */
async function unnamedSource() {
  const url = chain.url.replace('127.0.0.1', 'localhost')
  const added = await chain.client.call('sources.add', { url, unchecked: true })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  const source = added.data.id
  return {
    async isChainUnknown(): Promise<boolean> {
      const asked = { source, list: 'address-transactions', params: who, filters: {} } as const
      const result = await chain.client.call('check.rows', {
        ...{ ...asked, cursor: null, rpcUrl: chain.node.url },
      })
      if (!result.ok || result.data.outcome === 'refused') throw new Error(JSON.stringify(result))
      return result.data.node.isChainUnknown === true
    },
    remove: () => chain.client.call('sources.remove', { id: source }),
  }
}

test.each(['and has a block of the node', 'and gives no block'])(
  'a source that names no chain %s is compared once, and not for each page',
  async (which) => {
    const source = await unnamedSource()
    const requests: string[] = []
    const hasBlocks = which.includes('has')
    chain.lieWith((path, body) => {
      if (!path.startsWith('/blocks')) return body
      requests.push(path)
      return hasBlocks ? body : path.startsWith('/blocks/') ? {} : { items: [], next_page_params: null }
    })
    for (let page = 0; page < 3; page += 1) expect(await source.isChainUnknown()).toBe(!hasBlocks)
    await source.remove()
    expect(requests.length).toBeGreaterThan(1)
    expect(new Set(requests).size).toBe(requests.length)
  },
)

test('a source that failed to give a block is compared again after half a minute; one that had it, after five', async () => {
  const now = performance.now.bind(performance)
  let ahead = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
  const source = await unnamedSource()
  let [isFailing, requests] = [true, 0]
  chain.lieWith((path, body) => {
    if (!path.startsWith('/blocks')) return body
    requests += 1
    return isFailing ? {} : body
  })
  expect(await source.isChainUnknown()).toBe(true)
  isFailing = false
  requests = 0
  expect(await source.isChainUnknown()).toBe(true)
  expect(requests).toBe(0)
  ahead += 31_000
  expect(await source.isChainUnknown()).toBe(false)
  expect(requests).toBeGreaterThan(0)
  requests = 0
  ahead += 200_000
  expect(await source.isChainUnknown()).toBe(false)
  expect(requests).toBe(0)
  await source.remove()
  clock.mockRestore()
})

test('four blocks are read at a time, also where several rows are of one block', async () => {
  for (const [list, params] of [
    ['latest-blocks', {}],
    ['address-transactions', who],
  ] as const) {
    const four = Promise.withResolvers<undefined>()
    let [running, most] = [0, 0]
    const read: unknown[] = []
    chain.node.answer(async (method, [tag, isWhole], forward) => {
      if (method !== 'eth_getBlockByNumber' || isWhole !== true) return forward()
      read.push(tag)
      running += 1
      most = Math.max(most, running)
      if (running === 4) four.resolve(undefined)
      await four.promise
      const answer = await forward()
      running -= 1
      return answer
    })
    const rows = await chain.rows(list, params)
    expect(accused(rows), list).toEqual([])
    expect(most, list).toBe(4)
    expect(read.length, list).toBe(new Set(rows.map(({ height }) => height)).size)
    expect(new Set(read).size, list).toBe(read.length)
    if (list === 'address-transactions') expect(rows.length).toBeGreaterThan(read.length)
  }
})

test('loaded rows that are checked in parts have each block read once', async () => {
  const { items } = await chain.ask<{ items: { block_number: number }[] }>(
    `/addresses/${who.address_hash}/transactions`,
  )
  const params = { block_hash_or_number: String(items[0]!.block_number) }
  const list = openedList(chain.client, {
    ...{ source: chain.source, list: 'block-transactions', params, filters: {} },
  })
  await settled(list)
  const read: unknown[] = []
  chain.node.answer((method, [tag], forward) => {
    if (method === 'eth_getBlockByNumber') read.push(tag)
    return forward()
  })
  const check = (offset: number, limit: number) =>
    checkLoaded(chain, ['block-transactions', params], { offset, limit })
  // The last part is smaller.
  const rows = [...(await check(0, 2)), ...(await check(2, 2)), ...(await check(4, 1))]
  expect(rows).toHaveLength(5)
  expect(read).toHaveLength(1)
})

test('loaded rows are held against the node as they are shown, and the source is not asked again', async () => {
  const path = `/addresses/${who.address_hash}/transactions`
  let lying = ''
  const requests: string[] = []
  chain.lieWith((asked, body) => {
    requests.push(asked)
    if (asked.split('?')[0] !== path) return body
    const { items } = body as { items: { hash: string; value: string }[] }
    lying = items[1]!.hash
    return {
      ...(body as object),
      items: items.map((item, at) => (at === 1 ? { ...item, value: '123' } : item)),
    }
  })
  const list = openedList(chain.client, {
    ...{ source: chain.source, list: 'address-transactions', params: who, filters: {} },
  })
  await settled(list)
  chain.lieWith((asked, body) => {
    requests.push(asked)
    return body
  })
  requests.length = 0
  const rows = await checkLoaded(chain, ['address-transactions', who])
  expect(rows.map(({ key }) => key)).toEqual(await list.keys())
  expect(accused(rows).map(({ key }) => key)).toEqual([lying])
  expect(accused(rows)[0]!.findings.filter(({ state }) => state === 'differs')).toMatchObject([
    { field: 'value', source: '123' },
  ])
  const second = await checkLoaded(chain, ['address-transactions', who], { offset: 1, limit: 1 })
  expect(second.map(({ key }) => key)).toEqual([lying])
  expect(requests).toEqual([])
  await expect(checkLoaded(chain, ['address-tokens', who])).rejects.toThrow('one_expected')
})

test('rows with a false height have both blocks read once', async () => {
  const { items } = await chain.ask<{ items: { block_number: number }[] }>(
    `/addresses/${who.address_hash}/transactions`,
  )
  const block = String(items[0]!.block_number)
  chain.lieWith((path, body) =>
    path.split('?')[0] === `/blocks/${block}/transactions`
      ? {
          ...(body as object),
          items: (body as { items: object[] }).items.map((item) => ({ ...item, block_number: 1 })),
        }
      : body,
  )
  const read: unknown[] = []
  chain.node.answer((method, [tag], forward) => {
    if (method === 'eth_getBlockByNumber') read.push(tag)
    return forward()
  })
  const rows = await chain.rows('block-transactions', { block_hash_or_number: block })
  expect(rows.length).toBeGreaterThan(5)
  expect(accused(rows)).toHaveLength(rows.length)
  expect(rows.every((row) => row.block?.height === Number(block) && row.height === 1)).toBe(true)
  expect(read).toEqual(['0x1', `0x${Number(block).toString(16)}`])
})

test('a lie in one field of one row is found in that row, and nothing else is accused', async () => {
  const { items } = await chain.ask<{ items: { hash: string; block_number: number }[] }>(
    `/addresses/${who.address_hash}/transactions`,
  )
  const transfers = await chain.ask<{ items: { transaction_hash: string }[] }>(
    `/addresses/${who.address_hash}/token-transfers`,
  )
  const transaction_hash = transfers.items[0]!.transaction_hash
  const block = String(items[0]!.block_number)
  const found = new Set<string>()
  for (const [list, params, path] of [
    ['block-transactions', { block_hash_or_number: block }, `/blocks/${block}/transactions`],
    ['transaction-logs', { transaction_hash }, `/transactions/${transaction_hash}/logs`],
    [
      'transaction-token-transfers',
      { transaction_hash },
      `/transactions/${transaction_hash}/token-transfers`,
    ],
  ] as const) {
    const find = async () => {
      const rows = await chain.rows(list, params)
      expect(accused(rows).length, list).toBeLessThanOrEqual(1)
      return rows.flatMap(({ findings }) => findings)
    }
    const lies = await lieEverywhere(chain, find, { [list]: path })
    for (const [place, names] of lies.found) {
      found.add(place)
      expect(names, place).toHaveLength(1)
    }
  }
  expect([...found].filter((place) => MUST.has(place)).toSorted()).toEqual([...MUST].toSorted())
})

test('a row of a batch that names an id twice is held against its own amount', async () => {
  const rows = await chain.rows('transaction-token-transfers', { transaction_hash: chain.batch })
  expect(accused(rows)).toEqual([])
  expect(valuesOf(rows)).toEqual(['5', '7'])
  const path = `/transactions/${chain.batch}/token-transfers`
  const { items } = await chain.ask<{ items: { total: { value: string } }[] }>(path)
  // The other way around, with a false amount in the first row.
  const [first, ...others] = items.toReversed()
  chain.lieWith((asked, body) =>
    asked.split('?')[0] === path
      ? { ...(body as object), items: [{ ...first, total: { ...first!.total, value: '9' } }, ...others] }
      : body,
  )
  expect(
    accused(await chain.rows('transaction-token-transfers', { transaction_hash: chain.batch })),
  ).toHaveLength(1)
  expect(differing(await chain.findings({ kind: 'transaction', hash: chain.batch }))).toHaveLength(1)
})

test.each([
  ['no height', { height: null, block_number: null }, 'proven', [0, 1]],
  ['a height below 0', { height: -1, block_number: -1 }, 'proven', [1, 1]],
  [
    'no height and a hash that is none',
    { height: null, block_number: null, hash: '0x12' },
    'unchecked',
    [0, 0],
  ],
  ['a hash that is none', { hash: '0x12' }, 'differs', [1, 1]],
])(
  'a row with %s ends no check, and blames no node',
  async (_, fields, state, [ofBlocks, ofTransactions]) => {
    // A transaction without a height is said to be in no block, and is in one.
    for (const [list, params, path, count] of [
      ['latest-blocks', {}, '/blocks', ofBlocks],
      ['address-transactions', who, `/addresses/${who.address_hash}/transactions`, ofTransactions],
    ] as const) {
      chain.beHonest()
      const honest = await chain.rows(list, params)
      chain.lieWith((asked, body) => {
        const { items } = body as { items?: object[] }
        return asked.split('?')[0] === path && items
          ? {
              ...(body as object),
              items: items.map((item, at) => (at === 1 ? { ...item, ...fields } : item)),
            }
          : body
      })
      const rows = await chain.rows(list, params)
      expect(rows.length, list).toBe(honest.length)
      expect(
        rows[1]!.findings.map((one) => one.state),
        list,
      ).toContain(state)
      expect(accused(rows).length, list).toBe(count)
    }
  },
)

test('a list of other things is refused, and a block that the node does not have is no accusation', async () => {
  await expect(chain.rows('address-tokens', who)).rejects.toThrow('one_expected')
  chain.node.answer((method, [tag, whole], forward) =>
    method === 'eth_getBlockByNumber' && whole === true && tag !== '0x1' ? Promise.resolve(null) : forward(),
  )
  const rows = await chain.rows('address-transactions', who)
  expect(accused(rows)).toEqual([])
  expect(rows[0]?.findings).toMatchObject([{ state: 'unchecked', reason: 'not_given' }])
})

test('1,000 rows cost one request for each of their blocks, and one for each page', async () => {
  const { anvil, node } = chain
  const from = (await anvil.request<string[]>('eth_accounts')).at(-1)
  const to = `0x${'be'.repeat(20)}`
  const params = [{ from, to, value: '0x1', gas: '0x5208' }]
  await anvil.request('evm_setAutomine', [false])
  for (let block = 0; block < 25; block += 1) {
    await rpcs(
      anvil.url,
      Array.from({ length: 40 }, () => ({ method: 'eth_sendTransaction', params })),
    )
    await anvil.request('evm_mine')
  }
  await anvil.request('evm_setAutomine', [true])
  await chain.ownService()
  node.methods.length = node.sizes.length = 0
  const rows = await chain.rows('address-transactions', { address_hash: to })
  expect(rows).toHaveLength(1_000)
  expect(accused(rows)).toEqual([])
  expect(rows.every(({ block }) => block?.isProven)).toBe(true)
  const [blocks, pages] = [new Set(rows.map(({ height }) => height)).size, 20]
  expect(blocks).toBe(25)
  expect(node.sizes.length).toBeLessThanOrEqual(blocks + pages)
  const asked = Object.groupBy(node.methods, (method) => method)
  expect(asked.eth_getBlockByNumber).toHaveLength(blocks)
  expect(asked.eth_getBlockReceipts).toHaveLength(blocks)
})

const MUST = new Set([
  ...[
    'hash',
    'block_number',
    'from.hash',
    'to.hash',
    'value',
    'nonce',
    'status',
    'gas_used',
    'gas_limit',
  ].map((field) => `block-transactions items.${field}`),
  ...['timestamp', 'position', 'gas_price', 'fee.value', 'raw_input', 'type', 'priority_fee'].map(
    (field) => `block-transactions items.${field}`,
  ),
  ...['address.hash', 'block_number', 'data', 'index', 'topics', 'transaction_hash'].map(
    (field) => `transaction-logs items.${field}`,
  ),
  ...['from.hash', 'to.hash', 'log_index', 'transaction_hash', 'timestamp', 'block_number'].map(
    (field) => `transaction-token-transfers items.${field}`,
  ),
])
