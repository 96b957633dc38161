import { expect, test } from 'vitest'
import type { FollowedChain, FollowOptions } from './follow-chain.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { followIndexed } from './testing/follow-indexed.ts'
import type { Anvil } from './testing/anvil.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { type NodeProxy, Refused } from './testing/node-proxy.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

/** A limit of what never comes: a busy machine is many times slower. */

interface Several {
  readonly anvil: Anvil
  readonly workload: Workload
  /** The same node under several addresses. */
  readonly proxies: readonly [NodeProxy, NodeProxy, NodeProxy]
  readonly lines: string[]
  readonly follow: (options?: Partial<FollowOptions>) => Promise<FollowedChain>
}

async function several(transactions = 150, perBlock = 2): Promise<Several> {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(transactions, perBlock)
  const proxies = [
    await testProxy(anvil.url),
    await testProxy(anvil.url),
    await testProxy(anvil.url),
  ] as const
  const lines: string[] = []
  return {
    anvil,
    workload,
    proxies,
    lines,
    follow: (options = {}) =>
      testFollow({
        rpcUrl: proxies[0].url,
        moreRpcUrls: [proxies[1].url, proxies[2].url],
        dataDir: testFolder(),
        log: (line) => lines.push(line),
        ...options,
      }),
  }
}

const isBlockCall = (method: string, params: readonly unknown[]) =>
  method === 'eth_getBlockByNumber' && params[1] === true
const blocksAsked = ({ methods }: NodeProxy) =>
  methods.filter((method) => method === 'eth_getBlockReceipts').length
const differences = async (chain: FollowedChain, url: string) =>
  (await new ListComparison(chain.reader, url).all()).found

test('blocks are read from all nodes, and the index is what one node gives', async () => {
  const { anvil, workload, proxies, follow, lines } = await several(400)
  const chain = await follow()
  await indexed(chain, anvil.url)
  for (const proxy of proxies) expect(blocksAsked(proxy)).toBeGreaterThan(0)
  expect(chain.status().message).toBe('Following 3 nodes.')
  await workload.make(20, 2)
  await indexed(chain, anvil.url)
  expectNone(await differences(chain, anvil.url))
  expect(lines.filter((line) => line.includes('left out'))).toEqual([])
})

test('a type of transaction that one node alone claims hides nothing', async () => {
  const { anvil, proxies, follow, lines } = await several(200)
  proxies[0].answer(async (method, params, forward) => {
    const answer = await forward()
    if (!isBlockCall(method, params)) return answer
    const block = answer as { transactions: { type: string; value: string }[] }
    for (const transaction of block.transactions) Object.assign(transaction, { type: '0x7e', value: '0x539' })
    return block
  })
  const chain = await follow()
  await indexed(chain, anvil.url)
  expect(lines.some((line) => line.includes(`127.0.0.1:${String(proxies[0].port)} gives block`))).toBe(true)
  expectNone(await differences(chain, anvil.url))
})

test('one node is killed, one is slow, one gives other blocks: the index is what the honest ones give', async () => {
  const { anvil, workload, proxies, lines } = await several(300)
  const [honest, slow, killed] = proxies
  // This node's headers are those of the chain; the contents of its blocks are not.
  const lying = await testProxy(anvil.url, async (method, params, forward) => {
    const answer = await forward()
    if (!isBlockCall(method, params) || Number(params[0]) < 30) return answer
    const block = answer as { transactions: { value: string }[] }
    for (const transaction of block.transactions) transaction.value = '0x539'
    return block
  })
  slow.answer(async (_method, _params, forward) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    return forward()
  })
  let blocks = 0
  killed.answer(async (method, params, forward) => {
    if (isBlockCall(method, params) && ++blocks === 20) await killed.close()
    return forward()
  })
  const chain = await testFollow({
    rpcUrl: lying.url,
    moreRpcUrls: [killed.url, slow.url, honest.url],
    dataDir: testFolder(),
    log: (line) => lines.push(line),
  })
  await indexed(chain, anvil.url)
  expect(lines.some((line) => line.includes(`127.0.0.1:${String(lying.port)} gives block`))).toBe(true)
  await until('it is said', () => chain.status().message.includes('does not respond'), {
    seen: () => chain.status().message,
  })
  expect(chain.status().message).toContain(
    `One of 4 nodes does not respond: 127.0.0.1:${String(killed.port)}.`,
  )
  // The honest node was asked for more than the slow one.
  expect(blocksAsked(honest)).toBeGreaterThan(2 * blocksAsked(slow))
  await workload.make(20, 2)
  await indexed(chain, anvil.url)
  expectNone(await differences(chain, anvil.url))
})

test('receipts that a node makes up are not indexed, though its blocks are right', async () => {
  const { anvil, lines, follow, proxies } = await several()
  proxies[0].answer(async (method, _params, forward) => {
    const answer = await forward()
    if (method !== 'eth_getBlockReceipts') return answer
    for (const { logs } of answer as { logs: { data: string }[] }[])
      for (const log of logs) log.data = log.data.replace(/[1-9a-f]/, '0')
    return answer
  })
  const chain = await follow()
  await indexed(chain, anvil.url)
  expect(lines.join('\n')).toContain(`The node at 127.0.0.1:${String(proxies[0].port)} gives block`)
  expectNone(await differences(chain, anvil.url))
})

test('where the node that leads is gone, another one leads at once; back again, it is asked again', async () => {
  const { anvil, workload, follow, proxies, lines } = await several(60)
  const states = new Set<string>()
  const chain = await follow({ onStatus: ({ state }) => states.add(state) })
  await indexed(chain, anvil.url)
  const [first, second] = proxies
  const hang = (proxy: NodeProxy) => {
    proxy.intercept((request) => {
      request.socket.destroy()
      return true
    })
  }
  hang(first)
  await workload.make(10, 2)
  await indexed(chain, anvil.url)
  hang(second)
  await workload.make(10, 2)
  await indexed(chain, anvil.url)
  await until('both are said', () => chain.status().message.includes('2 of 3 nodes do not respond'), {
    seen: () => chain.status().message,
  })
  expect(states).not.toContain('stalled')
  expectNone(await differences(chain, anvil.url))
  for (const proxy of [first, second]) proxy.intercept(null)
  await until('all are well', () => chain.status().message === 'Following 3 nodes.', {
    seen: () => chain.status().message,
  })
  expect(lines).toContain(`The node at 127.0.0.1:${String(first.port)} is asked again.`)
  // Now the one that was there all the time goes.
  hang(proxies[2])
  await workload.make(10, 2)
  await indexed(chain, anvil.url)
  expect(states).not.toContain('stalled')
})

test('where none answers the index stalls and is served, and goes on when one is back', async () => {
  const { anvil, workload, follow, proxies } = await several(40)
  const chain = await follow()
  await indexed(chain, anvil.url)
  for (const proxy of proxies)
    proxy.intercept((request) => {
      request.socket.destroy()
      return true
    })
  await until('it stalls', () => chain.status().state === 'stalled')
  const page = await chain.reader.list('latest-blocks', { params: {}, filters: {}, after: null, limit: 5 })
  expect(page?.items).toHaveLength(5)
  await workload.make(10, 2)
  proxies[1].intercept(null)
  await indexed(chain, anvil.url)
  expect(chain.status().message).toContain('2 of 3 nodes do not respond')
  expectNone(await differences(chain, anvil.url))
})

test('a reorganisation is followed, with all nodes and with one that does not answer', async () => {
  const { anvil, workload, follow, proxies } = await several(40)
  const chain = await follow()
  await indexed(chain, anvil.url)
  const snapshot = await anvil.request('evm_snapshot')
  await workload.make(12, 2)
  await indexed(chain, anvil.url)
  await anvil.request('evm_revert', [snapshot])
  await workload.make(30, 2)
  await indexed(chain, anvil.url)
  expect(chain.status().reorganisation?.depth).toBeGreaterThan(0)
  const again = await anvil.request('evm_snapshot')
  await workload.make(4, 2)
  await indexed(chain, anvil.url)
  proxies[2].intercept((request) => {
    request.socket.destroy()
    return true
  })
  await until('it is left out', () => chain.status().message.includes('does not respond'))
  const before = chain.status().head!
  let shorter = 0
  proxies[0].answer(async (_method, params, forward) => {
    const answer = await forward()
    const { number } = (answer ?? {}) as { number?: string }
    if (params[0] === 'latest' && number !== undefined && Number(number) < before.number) shorter += 1
    return answer
  })
  await anvil.request('evm_revert', [again])
  // A shorter chain is not believed while a node is away: it may have the longer one.
  await until('the shorter chain is seen', () => shorter >= 3)
  expect(chain.status().head).toEqual(before)
  await workload.make(12, 2)
  await indexed(chain, anvil.url)
  expectNone(await differences(chain, anvil.url))
})

/** Two chains from one genesis block. */
async function branches(): Promise<readonly [Anvil, Anvil]> {
  const args = ['--timestamp', '1700000000']
  const [one, other] = [await testAnvil({ args }), await testAnvil({ args })]
  const genesis = (anvil: Anvil) => anvil.request<{ hash: string }>('eth_getBlockByNumber', ['0x0', false])
  expect((await genesis(one)).hash).toBe((await genesis(other)).hash)
  // Made in the same second, their first blocks would be one.
  await other.request('evm_increaseTime', [60])
  return [one, other]
}

test('of two branches the longest is believed, and who gives the other is left out', async () => {
  const [one, other] = await branches()
  const work = await Workload.deploy(one.url)
  await work.make(120, 2)
  const otherWork = await Workload.deploy(other.url, 3)
  await otherWork.make(60, 2)
  const lines: string[] = []
  const chain = await testFollow({
    rpcUrl: other.url,
    moreRpcUrls: [one.url],
    dataDir: testFolder(),
    log: (line) => lines.push(line),
  })
  await indexed(chain, one.url)
  expectNone(await differences(chain, one.url))
  const message = `The node at 127.0.0.1:${String(other.port)} gives block`
  expect(lines.some((line) => line.startsWith(message) && line.includes('another branch'))).toBe(true)
  // The other branch becomes the longest.
  await otherWork.make(200, 2)
  await indexed(chain, other.url)
  expect(chain.status().reorganisation?.commonAncestor).toBe(0)
  expectNone(await differences(chain, other.url))
})

test('traces are asked of the node that has them', async () => {
  const { anvil, follow, proxies } = await several(60)
  for (const proxy of [proxies[0], proxies[1]])
    proxy.answer((method, _params, forward) => {
      if (/^(trace|debug)_/.test(method)) throw new Refused(-32601, 'Method not found')
      return forward()
    })
  const chain = await follow()
  await indexed(chain, anvil.url)
  expect(chain.status().node?.frames).toBe('trace_block')
  expect(chain.status().traces.unavailable).toBe(0)
  expectNone(await differences(chain, anvil.url))
})

test('nodes of different chains: an error names the two, at the start and for one that comes later', async () => {
  const [one, other] = [await testAnvil(), await testAnvil({ args: ['--chain-id', '4242'] })]
  await (await Workload.deploy(one.url)).make(10, 2)
  const options = { rpcUrl: one.url, dataDir: testFolder() }
  const names = [one, other].map(({ port }) => `127\\.0\\.0\\.1:${String(port)}`)
  await expect(followIndexed({ ...options, moreRpcUrls: [other.url] })).rejects.toMatchObject({
    code: 'different_chains',
    message: expect.stringMatching(
      new RegExp(`the one at ${names[0]!} is of chain 31337 .*, the one at ${names[1]!} is of chain 4242 `),
    ) as string,
  })
  const late = await testProxy(other.url)
  late.intercept((request) => {
    request.socket.destroy()
    return true
  })
  const chain = await testFollow({ ...options, moreRpcUrls: [late.url] })
  await indexed(chain, one.url)
  expect(chain.status().message).toContain('One of 2 nodes does not respond')
  late.intercept(null)
  await until('it is known', () => chain.status().message.includes('One of 2 nodes is of another chain'), {
    seen: () => chain.status().message,
  })
  await indexed(chain, one.url)
  expectNone(await differences(chain, one.url))
})
