/** Storage changes of transactions on a development chain: every word equals what the node has before and after. */
import { keccak256, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callData, compiled, deployData } from '#service/indexer/testing/workload.ts'
import { Refused } from '#service/indexer/testing/node-proxy.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { ChangedStorage } from '#shared/rpc/contract/contracts.ts'
import { startCheckedChain, type CheckedChain } from '../check/testing/checked-chain.ts'
import { nameSlots } from './name-slots.ts'
import { readLayout } from './storage-layout.ts'

let chain: CheckedChain
let owner: Hex
let other: Hex
const at: Record<string, Hex> = {}
const sent: Record<string, Hex> = {}

beforeAll(async () => {
  chain = await startCheckedChain({ isOwn: true })
  ;[owner, other] = (await chain.anvil.request<Hex[]>('eth_accounts')) as [Hex, Hex]
  const send = (more: object) => chain.anvil.send({ from: owner, gas: '0x4c4b40', ...more })
  const deploy = async (name: string, args: readonly unknown[] = []) => {
    const { contractAddress, transactionHash } = await send({ data: deployData(name, args) })
    at[name] = String(contractAddress).toLowerCase() as Hex
    sent[`deploy ${name}`] = transactionHash
  }
  const call = async (name: string, method: string, args: readonly unknown[] = [], to = name) => {
    sent[`${to} ${method}`] = (await send({ to: at[to], data: callData(name, method, args) })).transactionHash
  }
  await deploy('Shelf')
  await call('Shelf', 'fill', [owner, 20_785n])
  await call('Shelf', 'call', ['a name of its own', 5n])
  await call('Shelf', 'close')
  await deploy('Twice')
  at.Coin = chain.at.Coin.toLowerCase() as Hex
  await call('Coin', 'transfer', [other, 5n])
  await call('Coin', 'approve', [other, 77n])
  await call('Coin', 'mint', ['0x000000000000000000000000000000000000dEaD', 3n])
  await deploy('Counter')
  await deploy('Front', [at.Counter])
  await call('Counter', 'count', [7n], 'Front')
  await deploy('Abacus')
  await call('Counter', 'upgrade', [at.Abacus], 'Front')
  await deploy('Safe')
  const nobody = `0x${'0'.repeat(40)}`
  const count = callData('Counter', 'count', [7n])
  await call('Safe', 'execTransaction', [at.Counter, 0n, count, 1, 0n, 0n, 0n, nobody, nobody, '0x'])
})
afterAll(() => chain.close())
afterEach(async () => {
  chain.beHonest()
  await forget()
})
const forget = () => chain.client.call('archive.forget', { source: chain.source })

const layoutOf = (name: string) => compiled(name).storageLayout
/** Contracts by name whose layouts the source tells. */
const tell = (...names: readonly string[]) => {
  chain.lieWith((path, body) => {
    const name = names.find((one) => path.toLowerCase() === `/smart-contracts/${String(at[one])}`)
    return name === undefined ? body : { name, storage_layout: layoutOf(name) }
  })
}
type Asked = Partial<CallInput<'contract.storageChanges'>>
const ask = (name: string, more: Asked = {}) =>
  chain.client.call('contract.storageChanges', {
    ...{ source: chain.source, hash: String(sent[name]), rpcUrl: chain.node.url },
    ...more,
  })
async function changesOf(name: string, more: Asked = {}) {
  const result = await ask(name, more)
  if (!result.ok || result.data.outcome !== 'read') throw new Error(JSON.stringify(result))
  return result.data
}
const textsOf = (contract: ChangedStorage | undefined) =>
  Object.fromEntries(
    (contract?.variables ?? []).map(({ path, against, value }) => [path, [against?.value, value]]),
  )
const slotAt = (address: string, slot: string, height: number) =>
  chain.anvil.request<Hex>('eth_getStorageAt', [address, slot, `0x${height.toString(16)}`])

describe('what a transaction changed in storage', () => {
  test.each(['Shelf fill', 'Shelf close', 'Coin transfer', 'deploy Twice', 'Front count'])(
    'of “%s” is the words that the node has in the block before and in its own',
    async (name) => {
      const { contracts, block, omittedSlots } = await changesOf(name)
      expect(omittedSlots).toBe(0)
      const words = contracts.flatMap(({ address, variables }) =>
        variables.map((one) => ({ address, ...one })),
      )
      expect(words.length).toBeGreaterThan(0)
      for (const { address, slot, word, against } of words) {
        expect(against?.word, slot).toBe(await slotAt(address, slot, block.height - 1))
        expect(word, slot).toBe(await slotAt(address, slot, block.height))
        expect(word).not.toBe(against?.word)
      }
    },
  )

  test('is named by the layout of the contract: packed fields, elements, long texts, and keys that it was called with', async () => {
    tell('Shelf')
    const { contracts } = await changesOf('Shelf fill')
    expect(contracts.map(({ address, layoutOf: of }) => [address, of])).toEqual([[at.Shelf, at.Shelf]])
    expect(textsOf(contracts[0])).toMatchObject({
      ...{ owner: [`0x${'0'.repeat(40)}`, owner], since: ['0', '1790000000'], state: ['0', '1'] },
      ...{ debt: ['0', '-5'], 'book.pair.right': ['0', '-3'], 'book.title': ['', 'A short title'] },
      ...{ 'pages[0]': ['0', '3'], 'pages[17]': ['0', '9'], 'pairs[1].set': ['false', 'true'] },
      ...{ notes: ['0', '2'], 'notes[0]': ['0', '11'], 'notes[1]': ['0', '12'] },
      [`lent[${owner}][20785].left`]: ['0', '1'],
      [`lent[${owner}][20785].set`]: ['false', 'true'],
    })
    const texts = contracts[0]?.variables.filter(({ path }) => path === 'long')
    expect(texts?.map(({ type, value }) => [type, value])).toEqual([
      ['string', '… (71 bytes)'],
      ['bytes 0–31 of string', 'A title that is longer than the '],
      ['bytes 32–63 of string', 'thirty-one bytes that fit into o'],
      ['bytes 64–95 of string', 'ne slot'],
    ])
    // The key of the mapping is in the code alone.
    const bare = contracts[0]?.variables.filter(({ path }) => path === null)
    expect(bare?.map(({ kind, word }) => [kind, BigInt(word)])).toEqual([['word', 500n]])
    expect(textsOf((await changesOf('Shelf call')).contracts[0])).toEqual({
      'byName["a name of its own"]': ['0', '5'],
    })
    expect(textsOf((await changesOf('Shelf close')).contracts[0])).toEqual({
      ...{ since: ['1790000000', '1790000001'], debt: ['-5', '-6'] },
    })
  })

  test('of a token is its balances and allowances by who has them', async () => {
    tell('Coin')
    const moved = textsOf((await changesOf('Coin transfer')).contracts[0])
    expect(Object.keys(moved).sort()).toEqual([`_balances[${owner}]`, `_balances[${other}]`].sort())
    expect(textsOf((await changesOf('Coin approve')).contracts[0])).toEqual({
      [`_allowances[${owner}][${other}]`]: ['0', '77'],
    })
    expect(textsOf((await changesOf('Coin mint')).contracts[0])).toMatchObject({
      '_balances[0x000000000000000000000000000000000000dead]': ['0', '3'],
    })
  })

  test('of a proxy is by the layout of the code that ran, and its standard slots have names', async () => {
    // Now it runs another one.
    tell('Counter', 'Abacus')
    const { contracts } = await changesOf('Front count')
    expect(contracts).toMatchObject([{ address: at.Front, layoutOf: at.Counter }])
    expect(textsOf(contracts[0])).toEqual({ total: ['0', '7'] })
    expect(textsOf((await changesOf('deploy Front')).contracts[0])).toEqual({
      'EIP-1967 implementation': [`0x${'0'.repeat(40)}`, at.Counter],
    })
    expect(textsOf((await changesOf('Front upgrade')).contracts[0])).toEqual({
      'EIP-1967 implementation': [at.Counter, at.Abacus],
    })
  })

  test('says where only namespaces are known, and which facets of a diamond were not read', async () => {
    const file = '/** @custom:storage-location erc7201:a */ struct S { uint x; }'
    const facets = [at.Counter, ...Array.from({ length: 12 }, (_, one) => `0x${String(10 + one).repeat(20)}`)]
    const lies = (path: string, body: unknown) => {
      const asked = path.toLowerCase().replace('/smart-contracts/', '')
      if (asked === at.Coin) return { name: 'Coin', source_code: file, file_path: 'a.sol' }
      if (asked === at.Front)
        return { name: 'Front', implementations: facets.map((hash) => ({ address_hash: hash })) }
      return asked === at.Counter ? 'not what was asked' : body
    }
    chain.lieWith(lies)
    const unread = async (name: string) =>
      (await changesOf(name)).contracts.map(({ isOnlyNamespaces, unreadFacets }) => [
        ...[isOnlyNamespaces, unreadFacets],
      ])
    expect(await unread('Coin transfer')).toEqual([[true, 0]])
    // One of two layouts is the compiler's, and names what it changed.
    chain.lieWith((path, body) => {
      const asked = path.toLowerCase().replace('/smart-contracts/', '')
      if (asked === at.Safe) return { name: 'Safe', source_code: file, file_path: 'a.sol' }
      return asked === at.Counter ? { name: 'Counter', storage_layout: layoutOf('Counter') } : body
    })
    expect(await unread('Safe execTransaction')).toEqual([[false, 0]])
    chain.lieWith(lies)
    // What is kept would be read instead.
    await forget()
    expect(await unread('Front count')).toEqual([[false, 1]])
    chain.beHonest()
    expect(await unread('Front count')).toEqual([[false, 0]])
  })

  test('of a contract that is no proxy is by its own layout, though it ran other code on its storage', async () => {
    tell('Safe', 'Counter')
    const { contracts } = await changesOf('Safe execTransaction')
    expect(contracts).toMatchObject([{ address: at.Safe, layoutOf: at.Safe }])
    expect(textsOf(contracts[0])).toEqual({ nonce: ['0', '8'] })
  })

  test('of a proxy is not by code whose changes were undone, and is the word where two layouts name it differently', async () => {
    const calls = (more: (honest: { calls: object[] }) => object) => {
      chain.node.answer(async (_method, params, forward) => {
        const honest = await forward()
        return JSON.stringify(params).includes('callTracer') ? more(honest as { calls: object[] }) : honest
      })
    }
    tell('Counter', 'Shelf')
    calls((honest) => ({
      ...honest,
      calls: honest.calls.map((call) => ({ calls: [call], error: 'execution reverted' })),
    }))
    expect((await changesOf('Front count')).contracts).toMatchObject([{ layoutOf: null }])
    calls((honest) => ({
      ...honest,
      calls: honest.calls.flatMap((call) => [call, { ...call, to: at.Shelf }]),
    }))
    const { contracts } = await changesOf('Front count')
    expect(contracts).toMatchObject([{ layoutOf: at.Counter, variables: [{ path: null, kind: 'word' }] }])
  })

  test('of contracts that a person names is theirs alone, and one with a layout of theirs is among the first', async () => {
    const { contracts } = await changesOf('Shelf close', { addresses: [String(at.Coin)] })
    expect(contracts).toEqual([])
    chain.node.answer(async (_method, params, forward) => {
      const honest = (await forward()) as { pre: object; post: object }
      if (!JSON.stringify(params).includes('prestateTracer')) return honest
      const more = Array.from({ length: 60 }, (_, nth) => [`0x${String(nth + 1_000).repeat(10)}`, 1] as const)
      const post = [...more, [String(at.Coin), 1] as const].map(
        ([address]) => [address, { storage: { '0x0': '0x1', '0x1': '0x1' } }] as const,
      )
      return { pre: honest.pre, post: { ...Object.fromEntries(post), ...honest.post } }
    })
    const layouts = [{ address: String(at.Coin), layout: JSON.stringify(layoutOf('Coin')) }]
    const all = await changesOf('Shelf close', { layouts })
    expect(all.contracts.slice(0, 2).map(({ address }) => address)).toEqual([at.Coin, at.Shelf])
    expect(all.omittedSlots).toBe(24)
    const one = await changesOf('Shelf close', { addresses: [String(at.Coin)] })
    expect([one.contracts.map(({ address }) => address), one.omittedSlots]).toEqual([[at.Coin], 0])
  })

  test('is words without a layout, and named by one of the person’s own', async () => {
    const bare = await changesOf('Shelf close')
    expect(bare.contracts).toMatchObject([{ layoutOf: null, variables: [{ path: null }, { path: null }] }])
    const layouts = [{ address: String(at.Shelf), layout: JSON.stringify(layoutOf('Shelf')) }]
    const named = await changesOf('Shelf close', { layouts })
    expect(named.contracts).toMatchObject([{ layoutOf: 'given' }])
    expect(Object.keys(textsOf(named.contracts[0]))).toEqual(['since', 'debt'])
    expect(await ask('Shelf close', { layouts: [{ address: String(at.Shelf), layout: '{' }] })).toMatchObject(
      {
        ok: false,
        error: { reason: 'file_without_layout' },
      },
    )
    const others = [{ address: owner, layout: '{' }, ...layouts]
    expect((await changesOf('Shelf close', { layouts: others })).contracts).toEqual(named.contracts)
  })

  test('of an account that has hundreds of logs is named by who sent it, and it is said that keys are left out', async () => {
    tell('Coin')
    expect(await changesOf('Coin transfer')).toMatchObject({ hasMoreKeys: false })
    chain.node.answer(async (method, _params, forward) => {
      const honest = await forward()
      if (method !== 'eth_getTransactionReceipt') return honest
      const topics = (nth: number) => ['0x1', '0x2'].map((one) => `${one}${String(nth).padStart(63, '7')}`)
      const logs = Array.from({ length: 420 }, (_, nth) => ({ data: '0x', topics: ['0x1', ...topics(nth)] }))
      return { ...(honest as object), logs }
    })
    const report = await changesOf('Coin transfer')
    expect(Object.keys(textsOf(report.contracts[0])).sort()).toEqual([`_balances[${owner}]`, 'null'])
    expect(report.hasMoreKeys).toBe(true)
  })

  test('of a text is hex where a letter goes over the border of two slots', async () => {
    const text = `${'a'.repeat(31)}é and so on`
    const words = [...Buffer.from(text).toString('hex').padEnd(128, '0').matchAll(/.{64}/g)].map(
      ([word]) => `0x${word}`,
    )
    const data = BigInt(keccak256(`0x${'0'.repeat(64)}`))
    chain.node.answer(async (_method, params, forward) => {
      const honest = (await forward()) as { pre: object; post: object }
      if (!JSON.stringify(params).includes('prestateTracer')) return honest
      const storage = Object.fromEntries(
        words.map((word, nth) => [`0x${(data + BigInt(nth)).toString(16).padStart(64, '0')}`, word]),
      )
      return { pre: honest.pre, post: { ...honest.post, [String(at.Coin)]: { storage } } }
    })
    const layout = JSON.stringify({
      storage: [{ label: 'text', type: 's', slot: '0', offset: 0 }],
      types: { s: { label: 'string', encoding: 'bytes', numberOfBytes: '32' } },
    })
    const { contracts } = await changesOf('Shelf close', {
      layouts: [{ address: String(at.Coin), layout }],
      addresses: [String(at.Coin)],
    })
    expect(contracts[0]?.variables.map(({ value }) => value).sort()).toEqual([...words].sort())
  })

  test('that a layout does not tell of is the whole word beside what it tells of', async () => {
    const layout = JSON.stringify({
      storage: [{ label: 'state', type: 'x', slot: '0', offset: 20 }],
      types: { x: { label: 'uint8', encoding: 'inplace', numberOfBytes: '1' } },
    })
    const { contracts } = await changesOf('Shelf fill', { layouts: [{ address: String(at.Shelf), layout }] })
    const first = contracts[0]?.variables.filter(({ slot }) => BigInt(slot) === 0n)
    expect(first?.map(({ path, offset }) => [path, offset])).toEqual([
      ['state', 20],
      [null, 0],
    ])
  })
})

test('a layout whose mappings lead to themselves, and one of a thousand of them, name what they can and end', async () => {
  const mapping = { label: 'mapping', encoding: 'mapping', numberOfBytes: '32', key: 'u', value: 'x' }
  const types = { x: mapping, u: { label: 'uint256', encoding: 'inplace', numberOfBytes: '32' } }
  for (const count of [1, 1_000]) {
    const storage = Array.from({ length: count }, (_, slot) => ({
      ...{ label: `m${String(slot)}`, type: 'x', slot: String(slot), offset: 0 },
    }))
    const layouts = [{ address: String(at.Shelf), layout: JSON.stringify({ storage, types }) }]
    const { contracts } = await changesOf('Shelf fill', { layouts })
    expect(contracts[0]?.variables.every(({ path }) => path === null)).toBe(true)
  }
})

test.each([
  ['one key type that nothing fits', () => 'k0'],
  ['a key type for each mapping', (at: number) => `k${String(at)}`],
])('mappings with %s cost no more looks at keys than the budget has steps', (_, keyOf) => {
  const mappings = Array.from({ length: 2_000 }, (_item, at) => at)
  const types = Object.fromEntries(
    mappings.flatMap((at) => [
      [`m${String(at)}`, { label: 'mapping', encoding: 'mapping', key: keyOf(at), value: 'k0' }],
      [`k${String(at)}`, { label: 'x', encoding: 'inplace', numberOfBytes: '0' }],
    ]),
  )
  const storage = mappings.map((at) => ({ label: 'm', type: `m${String(at % 1_000)}`, slot: String(at) }))
  const layout = readLayout({ storage, types })
  let looks = 0
  const words = new Proxy(
    Array.from({ length: 400 }, () => 'f'.repeat(64)),
    {
      get(all, name) {
        if (/^\d+$/.test(String(name))) looks += 1
        return Reflect.get(all, name) as unknown
      },
    },
  )
  if (layout) nameSlots(layout, [2n ** 200n], { words, texts: [] }, { hashes: 1_000, steps: 5_000 })
  expect(looks).toBeGreaterThan(0)
  expect(looks).toBeLessThanOrEqual(5_000)
})

describe('a node', () => {
  const trace = (answer: (tracer: string, honest: unknown) => unknown) => {
    chain.node.answer(async (method, params, forward) => {
      if (method !== 'debug_traceTransaction') return forward()
      const { tracer } = params[1] as { tracer: string }
      const honest = await forward()
      return tracer === 'prestateTracer' ? answer(tracer, honest) : honest
    })
  }
  const problemOf = async (name = 'Shelf close', more: Asked = {}) => {
    const result = await ask(name, more)
    if (!result.ok || result.data.outcome !== 'refused') throw new Error(JSON.stringify(result))
    return result.data.problem
  }

  test.each<readonly [string, unknown]>([
    ['that lacks the method', new Refused(-32601, 'the method debug_traceTransaction does not exist')],
    ['that lacks the mode', new Refused(-32000, 'prestateTracer with diffMode is not supported')],
    ['that gives the state before alone', { [`0x${'1'.repeat(40)}`]: { balance: '0x0', storage: {} } }],
    ['that gives steps', { structLogs: [] }],
    ['that gives nothing', null],
    ['that gives a list', []],
  ])('%s says plainly that it has no tracer', async (_, answer) => {
    trace(() => {
      if (answer instanceof Refused) throw answer
      return answer
    })
    expect(await problemOf()).toEqual({ kind: 'no_tracer' })
  })

  const word = (value: unknown) => (honest: unknown) => {
    const { pre, post } = honest as { pre: object; post: object }
    return { pre, post: { ...post, [String(at.Shelf)]: { storage: { '0x1': value } } } }
  }
  test.each<readonly [string, (honest: unknown) => unknown]>([
    ['a word that is a number', word(7)],
    ['a word that is an object', word({ toString: 1 })],
    ['a word that is too long', word(`0x${'1'.repeat(65)}`)],
    ['a word that is empty', word('0x')],
    ['accounts that are lists', () => ({ pre: {}, post: { [String(at.Shelf)]: [] } })],
    ['accounts without addresses', () => ({ pre: {}, post: { shelf: {} } })],
    ['storage that is a text', () => ({ pre: {}, post: { [String(at.Shelf)]: { storage: '0x' } } })],
    ['nobody’s changes', () => ({ pre: {}, post: {} })],
    [
      'ten megabytes',
      (honest) => {
        const { pre, post } = honest as { pre: object; post: object }
        return { pre: { ...pre, [`0x${'1'.repeat(40)}`]: { code: `0x${'00'.repeat(5 << 20)}` } }, post }
      },
    ],
  ])('that gives %s is refused', async (_, answer) => {
    trace((_tracer, honest) => answer(honest))
    expect(await problemOf()).toEqual({ kind: 'garbage' })
  })

  test('that gives another transaction, its changes, or another block is refused', async () => {
    chain.node.answer(async (method, params, forward) =>
      method === 'debug_traceTransaction'
        ? chain.anvil.request(method, [sent['Shelf fill'], params[1]])
        : forward(),
    )
    expect(await problemOf()).toEqual({ kind: 'garbage' })
    chain.node.answer((method, _params, forward) =>
      method === 'eth_getTransactionByHash' ? chain.anvil.request(method, [sent['Shelf fill']]) : forward(),
    )
    expect(await problemOf()).toEqual({ kind: 'garbage' })
    chain.node.answer(async (method, _params, forward) => {
      const answer = await forward()
      return method === 'eth_getBlockByNumber'
        ? { ...(answer as object), hash: `0x${'5'.repeat(64)}` }
        : answer
    })
    expect(await problemOf()).toEqual({ kind: 'unknown' })
  })

  test('that does not know the transaction, has it in no block yet, or has pruned its state, says so', async () => {
    expect(await problemOf('Shelf close', { hash: `0x${'7'.repeat(64)}` })).toEqual({
      kind: 'no_transaction',
    })
    chain.node.answer(async (method, _params, forward) => {
      const answer = await forward()
      return method === 'eth_getTransactionReceipt'
        ? { ...(answer as object), blockNumber: null, blockHash: null }
        : answer
    })
    expect(await problemOf()).toEqual({ kind: 'pending' })
    trace(() => {
      throw new Refused(-32000, 'missing trie node 5 (path )')
    })
    expect(await problemOf()).toMatchObject({ kind: 'pruned' })
  })

  test('that says that an account ended is held against the words that it still has', async () => {
    const { block } = await changesOf('Shelf close')
    const kept = await slotAt(String(at.Shelf), '0x3', block.height)
    expect(BigInt(kept)).toBeGreaterThan(0n)
    trace((_tracer, honest) => {
      const { pre, post } = honest as { pre: Record<string, { storage: object }>; post: object }
      const shelf = pre[String(at.Shelf)]
      const storage = { ...shelf?.storage, '0x3': kept }
      return {
        pre: { ...pre, [String(at.Shelf)]: { ...shelf, storage } },
        post: Object.fromEntries(Object.entries(post).filter(([address]) => address !== at.Shelf)),
      }
    })
    const { contracts } = await changesOf('Shelf close')
    expect(contracts[0]?.variables.map(({ slot, word }) => [BigInt(slot), word])).toEqual([
      [0n, await slotAt(String(at.Shelf), '0x0', block.height)],
      [1n, await slotAt(String(at.Shelf), '0x1', block.height)],
    ])
  })

  test('without the state of the block says nothing of an account that ended, and all of the others', async () => {
    chain.node.answer(async (method, params, forward) => {
      if (method === 'eth_getStorageAt') throw new Refused(-32000, 'missing trie node 5 (path )')
      const honest = await forward()
      if (!JSON.stringify(params).includes('prestateTracer')) return honest
      const { pre, post } = honest as { pre: Record<string, object>; post: object }
      return { pre: { ...pre, [String(at.Coin)]: { storage: { '0x1': '0x2' } } }, post }
    })
    const { contracts, unreadable } = await changesOf('Shelf close')
    expect(unreadable).toEqual([at.Coin])
    expect(contracts.map(({ address }) => address)).toEqual([at.Shelf])
    expect((await changesOf('Shelf close', { addresses: [String(at.Coin)] })).contracts).toEqual([])
  })

  test('that says no calls still says what changed, and keys of logs are found', async () => {
    tell('Coin')
    chain.node.answer((_method, params, forward) => {
      if (JSON.stringify(params).includes('callTracer')) throw new Refused(-32601, 'no such tracer')
      return forward()
    })
    expect(Object.keys(textsOf((await changesOf('Coin transfer')).contracts[0]))).toContain(
      `_balances[${other}]`,
    )
  })

  test('that changes more than one answer holds has its first slots, and how many more there are', async () => {
    trace((_tracer, honest) => {
      const { pre, post } = honest as { pre: object; post: object }
      const storage = Object.fromEntries(
        Array.from({ length: 2_100 }, (_, slot) => [`0x${(slot + 1).toString(16)}`, '0x1']),
      )
      return { pre, post: { ...post, [String(at.Coin)]: { storage } } }
    })
    const { contracts, omittedSlots } = await changesOf('Shelf close')
    expect(contracts.map(({ variables }) => variables.length)).toEqual([2, 1_998])
    expect(omittedSlots).toBe(102)
  })
})
