/** Tests a case with a flow graph: in another data folder, without its source, the graph has the same sums. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCallTrace, writeCallTrace } from '#shared/chain/call-trace.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { FlowStep, FlowTransaction } from '#shared/rpc/contract/flow.ts'
import type { Result } from '#shared/errors/errors.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { openList, readWholeList } from '../archive/testing/open-list.ts'
import { FLOW_LISTS } from '../flow/read-movements.ts'
import {
  COINS,
  ELSEWHERE,
  EXCHANGE,
  MULE,
  SECOND_MULE,
  THEFT,
  theftChain,
  THIEF,
} from '../flow/testing/theft-chain.ts'
import { openLedger } from '../testing/open-ledger.ts'
import { startCoreWithInstance } from '../testing/core-with-instance.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'

const GROWN = [THIEF, MULE, SECOND_MULE, EXCHANGE]
const ALL = { from: null, to: null, asset: null, min: null, withSpam: true } as const

let here: string
let there: string
const closing: (() => unknown)[] = []
beforeEach(() => {
  here = mkdtempSync(join(tmpdir(), 'chainglass-flow-here-'))
  there = mkdtempSync(join(tmpdir(), 'chainglass-flow-there-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  for (const folder of [here, there]) rmSync(folder, { recursive: true })
})

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}
const stepOf = async (client: RpcClient, source: string, address: string, direction: 'in' | 'out') =>
  must(await client.call('flow.step', { source, address, direction, ...ALL, limit: 50, stopAt: null }))
async function graphOf(client: RpcClient, source: string, addresses: readonly string[]) {
  const steps: FlowStep[] = []
  for (const address of addresses)
    for (const direction of ['in', 'out'] as const)
      steps.push(await stepOf(client, source, address, direction))
  return steps
}
const transactionOf = async (client: RpcClient, source: string): Promise<FlowTransaction> =>
  must(await client.call('flow.transaction', { source, hash: THEFT, asks: false }))

/** Saves a case with these rows, and opens it where its source can't be asked. Returns the file and the source. */
async function handOver(client: RpcClient, source: string, grown: readonly string[]) {
  const { id } = must(await client.call('cases.create', { name: 'Theft', workspace: null }))
  const flows = grown.map((of) => ({ source, of }))
  const saved = must(
    await client.call('cases.save', { id, isReadOnly: false, rows: { lists: [], details: [], flows } }),
  )
  const core = await createTestCore(there)
  closing.push(() => {
    core.close()
  })
  const elsewhere = connectInMemory(core.server)
  const opened = await openFile(elsewhere, saved?.file ?? '')
  return { saved, elsewhere, opened }
}
async function openFile(client: RpcClient, file: string): Promise<string> {
  const text = readFileSync(file, 'utf8')
  const { token } = must(await client.call('cases.beginFile', { bytes: text.length, text }))
  const { id } = must(await client.call('cases.openFile', { token }))
  const view = (await readState(client, 'cases.changed', {})).find((one) => one.id === id)
  return view?.sources[0]?.id ?? ''
}

describe.each(['sample', 'instance'] as const)('a chain that is read as %s', (kind) => {
  test('the steps of a theft are the same, with what was undone and what stands', async () => {
    const opened = await openLedger(theftChain({ hasCalls: true }), kind, here)
    closing.push(() => opened.close())
    const { client, source } = opened
    if (kind === 'instance') {
      for (const address of GROWN)
        for (const list of FLOW_LISTS)
          await opened.call('lists.page', {
            source,
            list,
            params: { address_hash: address },
            filters: {},
            cursor: null,
          })
      await opened.call('flow.transaction', { source, hash: THEFT, asks: true })
      for (const number of [3, 4, 5])
        await opened.call('details.read', {
          source,
          detail: 'transaction-calls',
          params: { transaction_hash: `0x${String(number).padStart(64, '0')}` },
        })
    }
    const steps = await graphOf(client, source, GROWN)
    const theft = await transactionOf(client, source)
    // The reverted call is in no sum; the other one is.
    const coins = steps.flatMap(({ sums }) =>
      sums
        .filter(({ to, asset }) => to === ELSEWHERE && asset === 'coin')
        .map(({ from, amount }) => [from, BigInt(amount) / COINS]),
    )
    expect(coins).toEqual([
      [MULE, 2n],
      [SECOND_MULE, 1n],
    ])
    expect(steps.map(({ unchecked }) => unchecked)).toEqual(steps.map(() => 0))

    const { saved, elsewhere, opened: source2 } = await handOver(client, source, [THEFT, ...GROWN])
    expect(saved?.isCut).toBe(false)
    expect(await graphOf(elsewhere, source2, GROWN)).toEqual(steps)
    expect(await transactionOf(elsewhere, source2)).toEqual(theft)

    // Handed over once more from there.
    const again = must(
      await elsewhere.call('cases.save', {
        id: 1,
        isReadOnly: true,
        rows: { lists: [], details: [], flows: [THEFT, ...GROWN].map((of) => ({ source: source2, of })) },
      }),
    )
    expect(await graphOf(elsewhere, await openFile(elsewhere, again?.file ?? ''), GROWN)).toEqual(steps)
  })
})

test('rows on both sides of a gap are in the file, and the gap is where it was', async () => {
  const world = await startCoreWithInstance(Array.from({ length: 300 }, () => 1))
  closing.push(() => world.end())
  const { client, source } = world
  await readWholeList(client, source)
  world.instance.chain.grow(Array.from({ length: 400 }, () => 1))
  await openList(client, source)
  const address = exampleAddress(1)
  const [came, went] = await graphOf(client, source, [address])
  expect(went?.lists[0]).toMatchObject({ state: 'incomplete' })
  expect(went?.lists[0]?.rows).toBeGreaterThan(400)
  const { elsewhere, opened } = await handOver(client, source, [address])
  expect(await graphOf(elsewhere, opened, [address])).toEqual([came, went])
})

test('rows of a source that can’t be asked are not in the file, and that is said', async () => {
  const core = await createTestCore(here, {
    services: { sampleUrl: () => Promise.resolve('http://127.0.0.1:9'), nodes: noNodes },
  })
  closing.push(() => {
    core.close()
  })
  const client = connectInMemory(core.server)
  const { id } = must(await client.call('cases.create', { name: 'Theft', workspace: null }))
  const save = (flows: readonly { readonly source: string; readonly of: string }[]) =>
    client.call('cases.save', { id, isReadOnly: false, rows: { lists: [], details: [], flows: [...flows] } })
  const flow = { source: 'sample', of: THIEF }
  expect(must(await save([flow]))).toMatchObject({ rows: 0, isCut: true })
  for (const wrong of [Array.from({ length: 5_001 }, () => flow), [{ ...flow, of: '0x12' }]])
    expect(await save(wrong)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

test('calls are written as they are read', () => {
  const hex = fc.stringMatching(/^0x([0-9a-f]{2}){0,8}$/)
  const address = fc.option(fc.stringMatching(/^0x[0-9a-f]{40}$/))
  const quantity = fc.option(fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String))
  const creates = fc.constantFrom('create', 'create2')
  const others = fc.constantFrom(
    'call',
    'callcode',
    'delegatecall',
    'staticcall',
    'selfdestruct',
    'reward',
    'stop',
    'invalid',
    'unknown',
  )
  const shared = {
    from: address,
    to: address,
    value: quantity,
    gas: quantity,
    gasUsed: quantity,
    input: fc.option(hex),
    output: fc.option(hex),
    error: fc.option(fc.stringMatching(/^[a-z ]{1,40}$/)),
    traceAddress: fc.option(fc.array(fc.nat(), { maxLength: 5 })),
  }
  const log = fc.record({
    address: fc.stringMatching(/^0x[0-9a-f]{40}$/),
    topics: fc.array(hex, { maxLength: 4 }),
    data: hex,
    index: fc.option(fc.nat()),
    position: fc.option(fc.nat()),
  })
  const frame = fc.oneof(
    fc.record({ kind: creates, created: address, ...shared }),
    fc.record({ kind: others, created: fc.constant(null), ...shared }),
    fc.record({ kind: others, created: fc.constant(null), ...shared, logs: fc.array(log, { maxLength: 3 }) }),
  )
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 6 }), (frames) => {
      const trace = { frames, unread: 0, omitted: 0 } as never
      expect(readCallTrace(JSON.parse(JSON.stringify(writeCallTrace(trace))) as unknown[])).toEqual(trace)
    }),
  )
})
