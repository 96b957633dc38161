/** The calls of a transaction over HTTP, compared with what the node itself says of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeErrorResult, getContractAddress, type Hex } from 'viem'
import { readCallTrace, type TraceFrame } from '#shared/chain/call-trace.ts'
import { createService, type Service } from '../../http/server.ts'
import type { FollowedChain } from '../follow-chain.ts'
import { followIndexed } from '../testing/follow-indexed.ts'
import { startAnvil, type Anvil } from '../testing/anvil.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from '../testing/fixtures.ts'
import { Refused } from '../testing/node-proxy.ts'
import { framesOfNode, type NodeCall } from '../testing/compare/compare-calls.ts'
import { callData, compiled, deployData } from '../testing/workload.ts'

const GAS = '0x2dc6c0'
const FRIEND = `0x${'f1'.repeat(20)}`
const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-calls-'))
let anvil: Anvil
let chain: FollowedChain
let service: Service
let from: Hex
const at = {} as Record<'maze' | 'shield', Hex>
const sent = {} as Record<'walk' | 'dive' | 'plain' | 'creation', string>

async function send(fields: Record<string, unknown>): Promise<string> {
  return anvil.request<string>('eth_sendTransaction', [{ from, gas: GAS, ...fields }])
}

async function deploy(name: string, args: readonly unknown[] = []): Promise<{ at: Hex; hash: string }> {
  const nonce = BigInt(await anvil.request<Hex>('eth_getTransactionCount', [from, 'pending']))
  const hash = await send({ data: deployData(name, args) })
  return { at: getContractAddress({ from, nonce }), hash }
}

beforeAll(async () => {
  anvil = await startAnvil()
  from = (await anvil.request<Hex[]>('eth_accounts'))[0]!
  const maze = await deploy('Maze')
  at.maze = maze.at
  sent.creation = maze.hash
  at.shield = (await deploy('Shield', [at.maze])).at
  sent.walk = await send({ to: at.maze, value: '0x64', data: callData('Maze', 'walk', [at.shield, FRIEND]) })
  sent.dive = await send({ to: at.shield, data: callData('Maze', 'dive', [at.shield, 4n]) })
  sent.plain = await send({ to: FRIEND, value: '0x1' })
  chain = await followIndexed({ rpcUrl: anvil.url, dataDir })
  await indexed(chain, anvil.url)
  service = await createService({ reader: chain.reader })
})

afterAll(async () => {
  await service.close()
  await chain.close()
  await anvil.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = async (hash: string, base = service.url) => {
  const reply = await fetch(`${base}/api/v2/transactions/${hash}/raw-trace`)
  return { status: reply.status, body: (await reply.json()) as unknown }
}
async function framesOf(hash: string): Promise<readonly TraceFrame[]> {
  const { status, body } = await ask(hash)
  expect(status).toBe(200)
  const trace = readCallTrace(body as unknown[])
  expect(trace).toMatchObject({ unread: 0, omitted: 0 })
  return trace.frames
}

test.each(['walk', 'dive', 'plain', 'creation'] as const)(
  '%s: every frame is as the node says',
  async (name) => {
    const traced = await anvil.request<NodeCall>('debug_traceTransaction', [
      sent[name],
      { tracer: 'callTracer' },
    ])
    const frames = await framesOf(sent[name])
    const expected = framesOfNode(traced)
    expect(frames).toHaveLength(expected.length)
    expected.forEach((one, index) => {
      expect(frames[index]).toMatchObject(one)
    })
  },
)

test('it has every kind of call', async () => {
  const frames = await framesOf(sent.walk)
  expect(new Set(frames.map(({ kind }) => kind))).toEqual(
    new Set(['call', 'create', 'create2', 'delegatecall', 'staticcall', 'selfdestruct']),
  )
  expect(frames.some(({ to }) => to === `0x${'0'.repeat(39)}2`)).toBe(true)
  expect(frames.some(({ error }) => error === 'out of gas')).toBe(true)
})

test('the innermost of calls that fail together says why', async () => {
  const frames = await framesOf(sent.dive)
  const deepest = frames.reduce((one, other) =>
    (other.traceAddress?.length ?? 0) > (one.traceAddress?.length ?? 0) ? other : one,
  )
  expect(deepest).toMatchObject({ kind: 'delegatecall', error: 'reverted' })
  expect(decodeErrorResult({ abi: compiled('Maze').abi, data: deepest.output as Hex })).toMatchObject({
    errorName: 'TooDeep',
    args: [expect.stringMatching(new RegExp(at.shield, 'i')), 0n],
  })
})

test('logs stand in the call that made them, numbered as the node numbers them', async () => {
  const frames = await framesOf(sent.walk)
  const receipt = await anvil.request<{ logs: { address: string; logIndex: string; data: string }[] }>(
    'eth_getTransactionReceipt',
    [sent.walk],
  )
  const logs = frames.flatMap(({ logs: own = [], created, to }) =>
    own.filter(({ index }) => index !== null).map((log) => ({ ...log, by: created ?? to })),
  )
  const sorted = logs.toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
  expect(sorted.map(({ address, index, data }) => ({ address, index, data }))).toEqual(
    receipt.logs.map(({ address, logIndex, data }) => ({ address, index: Number(logIndex), data })),
  )
  for (const { address, by } of logs) expect(address).toBe(by)
  // Positions of the root's own logs: before any call, after one creation, before the precompile, at the end.
  const positions = frames[0]!.logs!.map(({ position }) => position)
  expect(positions).toEqual([0, 1, 6, 9])
})

test('an unknown transaction is not found', async () => {
  expect(await ask(`0x${'7'.repeat(64)}`)).toMatchObject({ status: 404 })
})

const served = async (answer: Parameters<typeof testProxy>[1]) => {
  const own = await testAnvil()
  const [sender] = await own.request<Hex[]>('eth_accounts')
  const hash = await own.request<string>('eth_sendTransaction', [{ from: sender, to: FRIEND, value: '0x1' }])
  const proxy = await testProxy(own.url, answer)
  const followed = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(followed, own.url)
  return { hash, service: await createService({ reader: followed.reader }) }
}

test('a node that only has trace_transaction is asked that', async () => {
  const { hash, service: other } = await served((method, _params, forward) => {
    if (method === 'debug_traceTransaction') throw new Refused(-32601, 'Method not found')
    return forward()
  })
  const { status, body } = await ask(hash, other.url)
  await other.close()
  expect(status).toBe(200)
  expect(readCallTrace(body as unknown[]).frames).toMatchObject([{ kind: 'call', to: FRIEND, value: '1' }])
})

test('a log that a failed call made is none of the block’s', async () => {
  const undone = { address: FRIEND, topics: [], data: '0x', position: '0x0' }
  const proxy = await testProxy(anvil.url, async (method, _params, forward) => {
    const answer = await forward()
    if (method !== 'debug_traceTransaction') return answer
    const { calls = [], ...root } = answer as NodeCall
    return {
      ...root,
      calls: calls.map((call) => (call.error === undefined ? call : { ...call, logs: [undone] })),
    }
  })
  const followed = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(followed, anvil.url)
  const other = await createService({ reader: followed.reader })
  const { body } = await ask(sent.walk, other.url)
  await other.close()
  const failed = readCallTrace(body as unknown[]).frames.filter(({ error }) => error !== null)
  expect(failed.flatMap(({ logs = [] }) => logs.map(({ index }) => index))).toContain(null)
  const numbered = readCallTrace(body as unknown[]).frames.flatMap(({ logs = [] }) =>
    logs.flatMap(({ index }) => (index === null ? [] : [index])),
  )
  expect(numbered.toSorted((one, next) => one - next)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a node that gives no traces is said to', async () => {
  const { hash, service: other } = await served((method, _params, forward) => {
    if (/^(debug|trace)_/.test(method)) throw new Refused(-32601, 'Method not found')
    return forward()
  })
  const { status, body } = await ask(hash, other.url)
  await other.close()
  expect(status).toBe(501)
  expect(body).toEqual({ message: expect.stringContaining('no call traces') as string })
})

test('a trace of 200,000 frames is cut, and says by how much', () => {
  const frame = { type: 'call', action: { callType: 'call' }, traceAddress: [] }
  const trace = readCallTrace(Array.from({ length: 200_000 }, (_, index) => (index === 0 ? null : frame)))
  expect(trace.frames).toHaveLength(50_000)
  expect(trace).toMatchObject({ unread: 1, omitted: 149_999 })
})
