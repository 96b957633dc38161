import { afterEach, expect, test } from 'vitest'
import { connectNode, type NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { Refused, startProxy, type Answerer, type NodeProxy } from '../../testing/node-proxy.ts'
import type { TracedBlock } from '../../model/call-frame.ts'
import { FrameReader } from './frame-reader.ts'

let proxy: NodeProxy
let connection: NodeConnection

afterEach(async () => {
  connection.close()
  await proxy.close()
})

const hash = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
const A = `0x${'a1'.repeat(20)}`
const B = `0x${'b2'.repeat(20)}`
const C = `0x${'c3'.repeat(20)}`

const block: TracedBlock = {
  number: 7,
  hash: hash(0xb10c),
  count: 10,
  transactions: Array.from({ length: 10 }, (_, index) => ({
    hash: hash(index + 1),
    index,
    from: A,
    to: B,
    created: null,
    value: 0n,
    gasUsed: 50_000,
    succeeded: true,
    logs: 0,
  })),
}
const call = {
  type: 'CALL',
  from: A,
  to: B,
  value: '0x0',
  gas: '0x9',
  calls: [{ type: 'DELEGATECALL', from: B, to: C, value: '0x5', gas: '0x8', error: 'execution reverted' }],
}
const frame = {
  depth: 1,
  type: 'delegatecall',
  from: B,
  to: C,
  created: null,
  value: '0x0',
  gas: '0x8',
  error: 'reverted',
}

async function source(answer: Answerer): Promise<FrameReader> {
  proxy = await startProxy(null, answer)
  connection = connectNode(proxy.url)
  return new FrameReader(connection)
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))
const withoutTraceBlock = (method: string) => {
  if (method === 'trace_block') throw new Refused(-32601, 'Method not found')
}

test('frames of a whole block are asked for together where that is faster', async () => {
  const frames = await source(async (method) => {
    withoutTraceBlock(method)
    if (method === 'debug_traceBlockByNumber')
      return block.transactions.map(({ hash: txHash }) => ({ txHash, result: call }))
    await wait(1_000)
    return call
  })
  const first = await frames.read(block)
  expect(frames.method).toBe('debug_traceTransaction')
  await frames.read(block)
  expect(frames.method).toBe('debug_traceBlock')
  proxy.methods.length = 0
  expect(await frames.read(block)).toEqual(first)
  expect(proxy.methods).toEqual(['debug_traceBlockByNumber'])
  expect(first).toHaveLength(10)
  expect(first).toMatchObject({ 0: { frames: [frame] } })
})

test('they are asked for one by one where the whole block takes longer', async () => {
  const frames = await source(async (method) => {
    withoutTraceBlock(method)
    if (method !== 'debug_traceBlockByNumber') return call
    await wait(2_000)
    return block.transactions.map(({ hash: txHash }) => ({ txHash, result: call }))
  })
  await frames.read(block)
  await frames.read(block)
  proxy.methods.length = 0
  await frames.read(block)
  expect(frames.method).toBe('debug_traceTransaction')
  expect(new Set(proxy.methods)).toEqual(new Set(['debug_traceTransaction']))
})

test('a node that has none says so once, and is not asked again', async () => {
  const frames = await source(() => {
    throw new Refused(-32601, 'Method not found')
  })
  expect(await frames.read(block)).toBe('unsupported')
  expect(frames.method).toBe('none')
  proxy.methods.length = 0
  expect(await frames.read(block)).toBe('unsupported')
  expect(proxy.methods).toEqual([])
})

test('steps that the node did not keep are no frames', async () => {
  const frames = await source((method) => {
    withoutTraceBlock(method)
    return { failed: false, gas: 50_000, returnValue: '', structLogs: [] }
  })
  const logged = { ...block, transactions: block.transactions.map((each) => ({ ...each, logs: 1 })) }
  expect(await frames.read(logged)).toBe('unsupported')
})

test('a step with a name that every object has is no call', async () => {
  const frames = await source((method) => {
    withoutTraceBlock(method)
    return {
      structLogs: ['PUSH1', 'constructor', '__proto__', 'STOP'].map((op) => ({ op, depth: 1, stack: [] })),
    }
  })
  expect(await frames.read(block)).toMatchObject({ 0: { error: null, frames: [] } })
})

test('traces that were pruned are unavailable for that block, not for the node', async () => {
  let pruned = true
  const frames = await source((method) => {
    withoutTraceBlock(method)
    if (pruned) throw new Refused(-32000, 'required historical state unavailable (reexec=128)')
    return call
  })
  expect(await frames.read(block)).toBe('unavailable')
  pruned = false
  expect(await frames.read(block)).toHaveLength(10)
})

test('the traces of another block are not taken for those of this one', async () => {
  const frames = await source(() => [
    { transactionHash: hash(1), blockHash: hash(0xbad), type: 'call', traceAddress: [], action: {} },
  ])
  expect(await frames.read(block)).toBe('refused')
})

/** A block of an index that is kept for C: of its ten transactions it has two. */
const keptBlock: TracedBlock = {
  ...block,
  transactions: block.transactions.slice(3, 5),
  isKept: (address) => address === C,
}
const trace = (index: number, to: string, depth = 0) => ({
  transactionHash: hash(index + 1),
  blockHash: block.hash,
  type: 'call',
  traceAddress: Array.from({ length: depth }, () => 0),
  action: { from: A, to, value: '0x0', gas: '0x9', callType: 'call' },
  result: { output: '0x' },
})
const TRACES = block.transactions.map(({ index }) => trace(index, B))

test('of a block that is traced whole, other transactions are told whose calls name a kept address', async () => {
  const deeper = [trace(3, C, 1), trace(7, C.toUpperCase().replace('0X', '0x'), 1), trace(8, B, 1)]
  let traces = [...TRACES, ...deeper]
  const frames = await source(() => traces)
  expect(await frames.read(keptBlock)).toEqual({ more: new Set([hash(8)]) })
  traces = TRACES
  expect(await frames.read(keptBlock)).toHaveLength(2)
  expect(await frames.read({ ...keptBlock, transactions: [] })).toEqual([])
  // A node that has pruned them gives none, which is not that nobody was called.
  traces = []
  expect(await frames.read({ ...keptBlock, transactions: [] })).toBe('unavailable')
  expect(frames.tracesBlocks).toBe(true)
})

test('a node that does not trace whole blocks is not asked of one that the index has nothing of', async () => {
  const frames = await source((method) => {
    withoutTraceBlock(method)
    return call
  })
  expect(frames.tracesBlocks).toBeNull()
  expect(await frames.read({ ...keptBlock, transactions: [] })).toEqual([])
  expect([frames.method, frames.tracesBlocks]).toEqual([null, false])
  proxy.methods.length = 0
  expect(await frames.read({ ...keptBlock, transactions: [] })).toEqual([])
  expect(proxy.methods).toEqual([])
  expect(await frames.read(keptBlock)).toHaveLength(2)
  expect(frames.method).toBe('debug_traceTransaction')
})
