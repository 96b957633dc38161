import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { expectNone } from './testing/compare/expect-none.ts'
import { followIndexed, indexesIn } from './testing/follow-indexed.ts'
import type { IndexError } from './model/index-error.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { ListComparison } from './testing/compare/compare-lists.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { Refused } from './testing/node-proxy.ts'
import { ofAddress, readAll } from './testing/compare/read-all.ts'
import { blockHashOf, scriptedNode, SENDER } from './testing/scripted-node.ts'
import { until } from './testing/until.ts'
import { Workload } from './testing/workload.ts'

const refusal = async (rpcUrl: string, more: object = {}): Promise<IndexError> => {
  const dataDir = testFolder()
  const error = await followIndexed({ rpcUrl, dataDir, ...more }).then(
    async (chain) => {
      await chain.close()
      return null
    },
    (reason: unknown) => reason as IndexError,
  )
  expect(indexesIn(dataDir)).toEqual([])
  return error!
}

describe('at the start', () => {
  test('no node there', async () => {
    const port = await freePort()
    const error = await refusal(`http://127.0.0.1:${String(port)}`)
    expect(error).toMatchObject({ code: 'no_node', message: `No node answers at 127.0.0.1:${String(port)}.` })
    const socket = await refusal(`ws://127.0.0.1:${String(port)}`)
    expect(socket).toMatchObject({
      code: 'no_node',
      message: `No node answers at 127.0.0.1:${String(port)}.`,
    })
  })

  test('no address of a node', async () => {
    expect(await refusal('127.0.0.1:8545')).toMatchObject({ code: 'bad_url' })
    expect(await refusal('file:///etc/passwd')).toMatchObject({ code: 'bad_url' })
  })

  test('a server that accepts and never answers', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const error = await refusal(`http://127.0.0.1:${String(port)}`, { requestTimeoutMs: 300 })
    expect(error).toMatchObject({ code: 'no_node' })
    expect(error.message).toContain('did not answer within 0.3 s')
  })

  test.each([
    ['a web page', '<!doctype html><h1>Hello</h1>', 'does not speak JSON-RPC'],
    ['JSON of another kind', '{"hello":"world"}', 'is not an Ethereum node'],
    ['an empty body', '', 'is not an Ethereum node'],
    ['half a body', '{"jsonrpc":"2.0","id":0,"resu', 'does not speak JSON-RPC'],
  ])('%s instead of a node', async (_, body, words) => {
    const proxy = await testProxy(null)
    proxy.intercept((_request, response) => {
      response.end(body)
      return true
    })
    const error = await refusal(proxy.url)
    expect(error.code).toBe('not_ethereum')
    expect(error.message).toContain(words)
  })

  test('JSON-RPC of something else', async () => {
    const proxy = await testProxy(null, () => {
      throw new Refused(-32601, 'Method not found')
    })
    const error = await refusal(proxy.url)
    expect(error).toMatchObject({ code: 'not_ethereum' })
    expect(error.message).toContain('it has no chain id')
  })

  test('a key in the address is in no message', async () => {
    const error = await refusal(
      `http://user:hunter2@127.0.0.1:${String(await freePort())}/v3/s3cret?key=s3cret`,
    )
    expect(JSON.stringify([error.message, String(error.cause)])).not.toMatch(/hunter2|s3cret/)
  })
})

describe('on the way', () => {
  test('a node that stalls, gives errors, then garbage, is waited for; what is indexed is served all the while', async () => {
    const anvil = await testAnvil()
    const proxy = await testProxy(anvil.url)
    const workload = await Workload.deploy(anvil.url)
    await workload.make(40, 4)
    // With a shorter limit a node on a busy machine, which is only slow, would be given up before it has started.
    const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder(), requestTimeoutMs: 3_000 })
    await indexed(chain, anvil.url)
    const sender = ofAddress(workload.accounts[0]!)
    const rows = (await readAll(chain.reader, 'address-transactions', { params: sender })).length
    const troubles: [words: string, take: Parameters<typeof proxy.intercept>[0]][] = [
      ['did not answer within', () => true],
      ['HTTP status 503', (_request, response) => Boolean(response.writeHead(503).end('<html>busy</html>'))],
      ['is not an Ethereum node', (_request, response) => Boolean(response.end('{"jsonrpc":"2.0"}'))],
      ['does not speak JSON-RPC', (_request, response) => Boolean(response.end('gateway'))],
      ['no node answers', (request) => Boolean(request.socket.destroy())],
    ]
    for (const [words, take] of troubles) {
      proxy.intercept(take)
      await workload.make(4, 2)
      await until(
        words,
        () =>
          chain.status().state === 'stalled' &&
          chain.status().message.toLowerCase().includes(words.toLowerCase()),
        {
          seen: () => chain.status(),
        },
      )
      expect(chain.status().message).toContain('Asking again; what is indexed can be read.')
      const served = await readAll(chain.reader, 'address-transactions', { params: sender })
      expect(served.length).toBeGreaterThanOrEqual(rows)
      proxy.intercept(null)
      await indexed(chain, anvil.url)
    }
    const { found } = await new ListComparison(chain.reader, anvil.url).all()
    expectNone(found)
  })

  test('a block without what identifies it stops it there, in words, until the node gives it right', async () => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(20, 2)
    let wrong = true
    const proxy = await testProxy(anvil.url, async (method, params, forward) => {
      const answer = await forward()
      if (!wrong || method !== 'eth_getBlockByNumber' || params[0] !== '0x10' || params[1] !== true)
        return answer
      return { ...(answer as object), parentHash: 'the one before' }
    })
    const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
    await until('it stops', () => chain.status().state === 'stalled')
    expect(chain.status().message).toContain('the parent of a block is not a hash')
    expect(chain.status().head?.number ?? 0).toBeLessThan(0x10)
    wrong = false
    await indexed(chain, anvil.url)
  })

  test.each([
    ['has not', () => null, /the node has no block 3, and says that block 5 is its newest/i],
    [
      'refuses',
      () => {
        throw new Refused(-32001, 'Unable to complete request at this time.')
      },
      /refuses block 3 for now: Unable to complete request at this time\./,
    ],
    [
      'has of another chain',
      (answer: unknown) => answer && { ...answer, parentHash: blockHashOf(77) },
      new RegExp(
        `block 3 \\(${blockHashOf(3)}\\) follows ${blockHashOf(77)}, but block 2 is ${blockHashOf(2)}`,
        'i',
      ),
    ],
  ] as const)(
    'a block that the node %s is named; what is below it is served, and it goes on by itself',
    async (_, give, words) => {
      let isInvalid = true
      const blocks = [{}, { transactions: [{}] }, {}, { transactions: [{}] }, {}, {}]
      const plain = scriptedNode(blocks)
      const proxy = await testProxy(null, (method, params, forward) => {
        const answer = plain(method, params, forward)
        const isMeant = method === 'eth_getBlockByNumber' && params[0] === '0x3'
        return isInvalid && isMeant ? give(answer) : answer
      })
      const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
      await until('it stops', () => chain.status().state === 'stalled', { seen: () => chain.status() })
      expect(chain.status().message).toMatch(words)
      await until('what is below', () => chain.status().head?.number === 2, { seen: () => chain.status() })
      isInvalid = false
      await until('the rest', () => chain.status().head?.number === 5, { seen: () => chain.status() })
      const sent = { params: ofAddress(SENDER) }
      expect(await readAll(chain.reader, 'address-transactions', sent)).toHaveLength(2)
    },
  )

  test('a block that one of two nodes has is enough', async () => {
    const plain = scriptedNode([{}, {}, {}, { transactions: [{}] }, {}])
    const lacking = await testProxy(null, (method, params, forward) =>
      method === 'eth_getBlockByNumber' && params[0] === '0x3' ? null : plain(method, params, forward),
    )
    const whole = await testProxy(null, plain)
    const chain = await testFollow({
      rpcUrl: lacking.url,
      moreRpcUrls: [whole.url],
      dataDir: testFolder(),
    })
    await until('all', () => chain.status().head?.number === 4, { seen: () => chain.status() })
  })

  test.each([
    ['a hash', { fields: { extraData: '0x00123456ff' } }],
    [
      'an input',
      { transactions: [{ transaction: { input: `0x${Buffer.from('123456').toString('hex')}` } }] },
    ],
    [
      'an amount',
      { transactions: [{ transaction: { value: '0x123456' } }, { receipt: { gasUsed: '0x123456' } }] },
    ],
  ])('%s with the digits of the password changes nothing of what is indexed', async (_, block) => {
    const proxy = await testProxy(null, scriptedNode([{}, block, {}]))
    const rpcUrl = proxy.url.replace('//', '//dev:123456@')
    const chain = await testFollow({ rpcUrl, dataDir: testFolder() })
    const plain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
    for (const each of [chain, plain])
      await until('all', () => each.status().head?.number === 2, { seen: () => each.status() })
    expect(chain.status()).toMatchObject({ repairs: [] })
    const all = { params: {} }
    for (const list of ['latest-blocks', 'latest-transactions'] as const)
      expect(await readAll(chain.reader, list, all)).toEqual(await readAll(plain.reader, list, all))
  })

  test('what a node says of its URL in an error is shown without the password', async () => {
    const plain = scriptedNode([{}, {}, {}])
    const proxy = await testProxy(null, (method, params, forward) => {
      if (method === 'eth_getBlockByNumber' && params[0] === '0x2')
        throw new Refused(-32001, 'http://dev:123456@gateway/ is tired')
      return method === 'web3_clientVersion' ? 'gateway of dev:123456' : plain(method, params, forward)
    })
    const rpcUrl = proxy.url.replace('//', '//dev:123456@')
    const chain = await testFollow({ rpcUrl, dataDir: testFolder() })
    await until('it stops', () => chain.status().state === 'stalled', { seen: () => chain.status() })
    expect(chain.status().message).toContain('refuses block 2 for now: http://dev:[key]@gateway/ is tired')
    expect(JSON.stringify(chain.status())).not.toContain('123456')
  })

  test('another chain behind a known address is never mixed into the same index', async () => {
    const [first, second] = [await testAnvil(), await testAnvil({ args: ['--chain-id', '4242'] })]
    let target = first.url
    const proxy = await testProxy(null)
    const [one, other] = [await Workload.deploy(first.url), await Workload.deploy(second.url, 3)]
    await one.make(20, 2)
    await other.make(30, 2)
    proxy.answer((method, params) =>
      (target === first.url ? first : second).request(method, params).catch((error: unknown) => {
        throw new Refused(-32000, String(error))
      }),
    )
    const dataDir = testFolder()
    const chain = await testFollow({ rpcUrl: proxy.url, dataDir })
    await indexed(chain, first.url)
    expect(chain.reader.chain.chainId).toBe('31337')
    target = second.url
    await until('the other chain', () => chain.reader.chain.chainId === '4242')
    await indexed(chain, second.url)
    expectNone((await new ListComparison(chain.reader, second.url).all()).found)
    target = first.url
    await until('the first again', () => chain.reader.chain.chainId === '31337')
    await indexed(chain, first.url)
    expectNone((await new ListComparison(chain.reader, first.url).all()).found)
    expect(indexesIn(dataDir)).toHaveLength(2)
  })

  test('a node that has pruned its past is indexed from what it has, and says so', async () => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(60, 2)
    const proxy = await testProxy(anvil.url, (method, params, forward) => {
      const height = Number(params[0])
      if (method === 'eth_getBlockByNumber' && height > 0 && height < 20) return null
      if (/eth_getBalance|eth_call/.test(method) && Number(params[1]) < 30) {
        throw new Refused(-32000, 'missing trie node 1234 (path ) state 0xabc is not available')
      }
      if (/^(trace|debug)_/.test(method)) throw new Refused(-32000, 'required historical state unavailable')
      return forward()
    })
    const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
    await until('the rest of the chain', () => chain.status().state === 'following')
    const { head, blocks, message } = chain.status()
    expect(message).toContain('has pruned its blocks before 20')
    expect(blocks).toEqual({ done: head!.number - 19, of: head!.number - 19 })
    await until('the traces are given up', () => chain.status().traces.unavailable > 0)
    const page = await chain.reader.list('address-internal-transactions', {
      params: ofAddress(workload.at.Workshop),
      filters: {},
      after: null,
      limit: 50,
    })
    await until(
      'all are given up',
      () => chain.status().traces.done + chain.status().traces.unavailable === chain.status().traces.of,
    )
    expect(page?.meta?.message).toMatch(/no longer has the call traces|transactions traced/)
  })

  test('a node without traces: the list says so, and is not silently empty', async () => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(20, 2)
    const proxy = await testProxy(anvil.url, (method, _params, forward) => {
      if (/^(trace|debug)_/.test(method)) throw new Refused(-32601, 'Method not found')
      return forward()
    })
    const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
    await until('it is found out', () => chain.status().node?.frames === 'none')
    const request = { filters: {}, after: null, limit: 50 }
    const internals = await chain.reader.list('address-internal-transactions', {
      ...request,
      params: ofAddress(workload.at.Workshop),
    })
    expect(internals).toMatchObject({ items: [], meta: { status: 'unsupported' } })
    expect(internals?.meta?.message).toContain('gives no call traces')
    const [call] = await readAll(chain.reader, 'address-transactions', {
      params: ofAddress(workload.at.Workshop),
    })
    const changes = await chain.reader.list('transaction-state-changes', {
      ...request,
      params: { transaction_hash: String(call!.hash) },
    })
    expect(changes?.meta?.message).toContain('neither balance changes nor call traces')
  })

  test('traces that are not there yet are announced with how many are', async () => {
    const anvil = await testAnvil()
    const workload = await Workload.deploy(anvil.url)
    await workload.make(60, 2)
    const held: (() => void)[] = []
    const proxy = await testProxy(anvil.url, async (method, _params, forward) => {
      if (method === 'trace_block') await new Promise<void>((resume) => held.push(resume))
      return forward()
    })
    const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
    await until('a trace is asked for', () => held.length > 0)
    const pending = await chain.reader.list('address-internal-transactions', {
      params: ofAddress(workload.at.Workshop),
      filters: {},
      after: null,
      limit: 50,
    })
    expect(pending?.meta).toMatchObject({ status: 'pending' })
    expect(pending?.meta?.message).toMatch(/^\d+ of \d+ transactions traced, newest first\.$/)
    const release = setInterval(() => {
      for (const resume of held.splice(0)) resume()
    }, 5)
    onTestFinished(() => {
      clearInterval(release)
    })
    await indexed(chain, anvil.url)
    const { found } = await new ListComparison(chain.reader, anvil.url).all()
    expectNone(found)
  })
})
