/** Data that a node refused for a while is asked for again, until the index is whole. */
import { describe, expect, test } from 'vitest'
import { describeRepairs, type RepairKind } from '#shared/node-status.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { expectNone } from './testing/compare/expect-none.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import type { Anvil } from './testing/anvil.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { Refused, type Answerer } from './testing/node-proxy.ts'
import { openIndexIn } from './testing/follow-indexed.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

const QUICK = { firstMs: 20, longestMs: 100 }
const LIMITED = new Refused(-32005, 'limit exceeded')
const refuse = () => {
  throw LIMITED
}

/** A chain of `transactions`, two in a block, and a proxy before its node. */
async function prepare(transactions: number, answer: Answerer) {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(transactions, 2)
  const proxy = await testProxy(anvil.url, answer)
  const rpcUrl = proxy.url
  return { anvil, workload, proxy, options: { rpcUrl, dataDir: testFolder(), repairs: QUICK } }
}

/** Blocks whose transactions run code, with how many they are: the earliest first. */
async function blocksWithCode(anvil: Anvil) {
  const height = Number(await anvil.request('eth_blockNumber'))
  const blocks = await Promise.all(
    Array.from({ length: height }, (_, index) =>
      anvil.request<{ number: string; transactions: { input: string }[] }>('eth_getBlockByNumber', [
        `0x${(index + 1).toString(16)}`,
        true,
      ]),
    ),
  )
  return blocks
    .filter(({ transactions }) => transactions.some(({ input }) => input !== '0x'))
    .map(({ number, transactions }) => ({ number, transactions: transactions.length }))
}

const isTraceOfCall = (trace: { action?: unknown; transactionHash?: unknown } | null) =>
  trace?.action !== undefined && typeof trace.transactionHash === 'string'
const isTrace = (method: string) => /^(trace|debug)_/.test(method)

test('call traces are asked for many blocks at once, and what is left out of an answer by itself', async () => {
  const { anvil, proxy, options } = await prepare(120, (_method, _params, forward) => forward())
  const together: number[] = []
  proxy.answerBatches((answers) => {
    const traces = answers.map((answer) => (answer as { result?: unknown }).result)
    if (!traces.every((each) => Array.isArray(each) && each.every(isTraceOfCall))) return answers
    together.push(answers.length)
    // The node has no longer the first one's, it says, and the traces of the second are of another block.
    const [first, second, ...others] = answers as { result: { blockHash: string }[] }[]
    return [
      { ...first, result: undefined, error: { code: -32000, message: 'historical state is pruned' } },
      { ...second, result: second?.result.map((each) => ({ ...each, blockHash: `0x${'1'.repeat(64)}` })) },
      ...others,
    ]
  })
  const chain = await testFollow(options)
  await indexed(chain, anvil.url)
  await until('its traces', () => chain.status().traces.done === chain.status().traces.of, {
    seen: () => chain.status(),
  })
  expect(together.length).toBeGreaterThan(0)
  const alone = proxy.methods.filter(isTrace).length - together.reduce((sum, size) => sum + size, 0)
  // The first block of all shows what the node supports.
  expect(alone).toBeLessThanOrEqual(2 * together.length + 4)
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
})

describe('blocks', () => {
  test.each([
    ['five', 5, () => true],
    ['one, of block 1,', 1, (params: readonly unknown[]) => params[0] === '0x1'],
  ])('%s refused while the node is identified: none is missing', async (_, times, isMeant) => {
    let refused = 0
    const { anvil, options } = await prepare(60, (method, params, forward) => {
      if (method === 'eth_getBlockByNumber' && isMeant(params) && refused++ < times) return refuse()
      return forward()
    })
    const chain = await testFollow(options)
    await indexed(chain, anvil.url)
    const { head, blocks } = chain.status()
    expect(refused).toBeGreaterThanOrEqual(times)
    expect(blocks).toEqual({ done: head!.number + 1, of: head!.number + 1 })
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  })

  test('refused for longer: the others are indexed, it is said, and they come when the node gives them', async () => {
    let isRefusing = true
    const { anvil, options } = await prepare(60, (method, params, forward) => {
      if (method === 'eth_getBlockByNumber' && isRefusing && Number(params[0]) > 0 && Number(params[0]) < 20)
        return refuse()
      return forward()
    })
    const first = await testFollow(options)
    await until('what the node gives', () => first.status().state === 'following')
    const { head, blocks, repairs, message } = first.status()
    expect(blocks.done).toBe(head!.number - 19)
    expect(describeRepairs(repairs)).toBe('20 blocks not indexed: trying again')
    expect(message).toContain('refuses its blocks before 20')
    isRefusing = false
    await until('all blocks', () => first.status().blocks.done === head!.number + 1, {
      seen: () => first.status(),
    })
    await indexed(first, anvil.url)
    expect(first.status().repairs).toEqual([])
    expect(first.status().message).not.toContain('refuses')
    expectNone((await new ListComparison(first.reader, anvil.url).all()).found)
  })

  test('an index that lacks its first blocks, from an older version, is completed', async () => {
    const { anvil, options } = await prepare(40, (_method, _params, forward) => forward())
    const old = await testFollow({ ...options, fromBlock: 12 })
    await indexed(old, anvil.url)
    expect(old.status().blocks.done).toBe(old.status().head!.number - 11)
    await old.close()
    const database = openIndexIn(options.dataDir)
    database.setMeta('start_reason', null)
    database.close()
    const chain = await testFollow(options)
    await until('all blocks', () => chain.status().blocks.done === chain.status().head!.number + 1, {
      seen: () => chain.status(),
    })
    await indexed(chain, anvil.url)
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  })
})

describe('call traces', () => {
  test.each([
    ['refused', refuse],
    ['malformed', () => 'busy'],
    ['never answered', () => new Promise(() => undefined)],
  ])('%s for a while, from the first on: none is given up', async (_, trouble) => {
    let isFailing = true
    const { anvil, options } = await prepare(40, (method, _params, forward) =>
      isFailing && isTrace(method) ? trouble() : forward(),
    )
    const chain = await testFollow({ ...options, requestTimeoutMs: 2_000 })
    await until('they are missed', () => describeRepairs(chain.status().repairs) !== null, {
      seen: () => chain.status(),
    })
    expect(describeRepairs(chain.status().repairs)).toMatch(/^\d+ blocks? without call traces: trying again$/)
    expect(chain.status().node?.frames).toBeNull()
    isFailing = false
    await indexed(chain, anvil.url)
    expect(chain.status()).toMatchObject({
      traces: { unavailable: 0 },
      node: { frames: 'trace_block' },
      repairs: [],
    })
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  })

  test('of some blocks: the others come meanwhile', async () => {
    const heights = new Set<string>()
    const { anvil, options } = await prepare(40, (method, params, forward) =>
      isTrace(method) && heights.has(String(params[0])) ? refuse() : forward(),
    )
    const three = (await blocksWithCode(anvil)).slice(2, 5)
    for (const { number } of three) heights.add(number)
    const lines: string[] = []
    const chain = await testFollow({ ...options, log: (line) => lines.push(line) })
    await until('three are missed', () => describeRepairs(chain.status().repairs)?.startsWith('3 blocks'), {
      seen: () => chain.status(),
    })
    const missed = three.reduce((sum, { transactions }) => sum + transactions, 0)
    await until('the others', () => chain.status().traces.of - chain.status().traces.done === missed, {
      seen: () => chain.status(),
    })
    expect(chain.status().traces.unavailable).toBe(0)
    heights.clear()
    await indexed(chain, anvil.url)
    await until('no repair left', () => chain.status().repairs.length === 0)
    expect(lines).toContainEqual(expect.stringMatching(/^\d blocks? without call traces: trying again\.$/))
    await until('it is told', () => lines.includes('What the node had refused is there now.'), {
      seen: () => lines,
    })
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  })

  test('gone only where the node says so twice; asked for again after a restart', async () => {
    const pruned = new Set<string>()
    let hiccups = 1
    let once = ''
    const asked: string[] = []
    const { anvil, options } = await prepare(20, (method, params, forward) => {
      if (method !== 'trace_block') return forward()
      const height = String(params[0])
      asked.push(height)
      if (height === once && hiccups-- > 0) throw new Refused(-32000, 'missing trie node')
      if (pruned.has(height)) throw new Refused(-32000, 'required historical state unavailable')
      return forward()
    })
    const [first, second] = await blocksWithCode(anvil)
    once = first!.number
    pruned.add(second!.number)
    const chain = await testFollow(options)
    await indexed(chain, anvil.url)
    const timesOf = (height: string) => asked.filter((each) => each === height).length
    expect([timesOf(once), timesOf(second!.number)]).toEqual([2, 2])
    expect(chain.status()).toMatchObject({ traces: { unavailable: second!.transactions }, repairs: [] })
    await chain.close()
    pruned.clear()
    const again = await testFollow(options)
    await indexed(again, anvil.url)
    expect(again.status().traces.unavailable).toBe(0)
  })
})

describe('facts', () => {
  test('of tokens, contracts and NFTs, refused when they are first seen, are there in the end', async () => {
    let isRefusing = true
    const { anvil, workload, options } = await prepare(80, (method, _params, forward) =>
      isRefusing && /^eth_(call|getCode)$/.test(method) ? refuse() : forward(),
    )
    const chain = await testFollow(options)
    await indexed(chain, anvil.url)
    const kinds = () => chain.status().repairs.map(({ kind }) => kind)
    await until(
      'they are missed',
      () => ['contract', 'nft', 'token'].every((kind) => kinds().includes(kind as RepairKind)),
      { seen: kinds },
    )
    isRefusing = false
    await until('no repair left', () => chain.status().repairs.length === 0, {
      seen: () => chain.status().repairs,
    })
    const coin = await chain.reader.detail('token', ofAddress(workload.at.Coin))
    expect(coin).toMatchObject({ name: 'Test Coin', symbol: 'TST', decimals: '18' })
    expect(coin?.total_supply).not.toBeNull()
    const [nft] = await readAll(chain.reader, 'token-instances', { params: ofAddress(workload.at.Pictures) })
    expect(nft?.metadata).not.toBeNull()
    expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  })
})

/** The same numbers below 1 for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

test('a node that refuses 5 % of all calls for the whole of 2,000 blocks: the index is as the node in the end', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const refusals = [
    LIMITED,
    new Refused(429, 'Too many requests'),
    new Refused(-32603, 'Internal error'),
    new Refused(-32000, 'upstream timed out'),
  ]
  const random = randomFrom(7)
  let refused = 0
  let isRefusing = true
  const proxy = await testProxy(anvil.url, (_method, _params, forward) => {
    if (!isRefusing || random() >= 0.05) return forward()
    throw refusals[refused++ % refusals.length]!
  })
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), repairs: QUICK })
  for (let blocks = 0; blocks < 2_000; blocks += 200) {
    await workload.make(20, 1)
    await anvil.request('anvil_mine', ['0xb4'])
  }
  await indexed(chain, anvil.url)
  await until('no repair left', () => chain.status().repairs.length === 0, {
    seen: () => chain.status(),
  })
  expect(chain.status().head!.number).toBeGreaterThan(2_000)
  expect(refused).toBeGreaterThan(200)
  expect(chain.status().reorganisation).toBeNull()
  expect(chain.status().traces.unavailable).toBe(0)
  isRefusing = false
  expectNone((await new ListComparison(chain.reader, anvil.url).all()).found)
  const { repaired } = await chain.verify()
  expect(Object.values(repaired).every((count) => count === 0)).toBe(true)
})
