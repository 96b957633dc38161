/** Tests keep jobs as windows see them: through the contract, with a whole core. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { KeepView } from '#shared/rpc/contract/keep.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { listOf } from '../archive/testing/open-list.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'

let world: CoreWithInstance
let { instance, source } = {} as CoreWithInstance
let windows: { readonly client: RpcClient; readonly told: KeepView[] }[]

beforeEach(async () => {
  world = await startCoreWithInstance(Array.from({ length: 300 }, () => 1))
  ;({ instance, source } = world)
  windows = [1, 2].map(() => {
    const client = connectInMemory(world.core.server)
    const told: KeepView[] = []
    client.subscribe('keep.changed', {}, (view) => told.push(view))
    return { client, told }
  })
})
afterEach(() => world.end())

const client = (window = 0) => windows[window]!.client
const lists = () => {
  const { list, params, filters } = listOf(source)
  return [{ list, params, filters, total: 300 as number | null }]
}
const start = (window = 0) => client(window).call('keep.start', { source, lists: lists() })
const last = (window: number) => windows[window]!.told.at(-1)?.jobs
const areDone = () => expect.poll(() => [last(0)?.[0]?.state, last(1)?.[0]?.state]).toEqual(['done', 'done'])

test('two windows keep the same list: it is one job, and both are told of it', async () => {
  const [one, other] = await Promise.all([start(0), start(1)])
  expect(one.ok && other.ok && one.data.id === other.data.id).toBe(true)
  await areDone()
  expect(last(0)).toEqual(last(1))
  expect(instance.asked).toHaveLength(6)
  const spending = await client().call('keep.coverage', { id: one.ok ? one.data.id : -1 })
  expect(spending).toMatchObject({
    data: [{ rows: 300, isComplete: true, intervals: [{ top: 299, bottom: 0, rows: 300 }] }],
  })
})

test('what it takes is known before: by the counter, by that of the tab, or not', async () => {
  const { params } = listOf(source)
  const of = [
    'address-transactions',
    'address-internal-transactions',
    'address-logs',
    'address-tokens',
  ] as const
  const request = { source, lists: of.map((list) => ({ list, params, filters: {} })) }
  const totals = async (asksSource: boolean) => {
    const reply = await client().call('keep.estimate', { ...request, asksSource })
    return reply.ok ? reply.data.map(({ total, isAtLeast }) => [total, isAtLeast]) : reply
  }
  expect(await totals(false)).toEqual(of.map(() => [null, false]))
  const known = [
    [300, false],
    [50, true],
    [3, false],
    [null, false],
  ]
  expect(await totals(true)).toEqual(known)
  // The rows are stored from then on.
  await instance.stop()
  expect(await totals(false)).toEqual(known)
  await instance.start()
  const filtered = { list: 'address-transactions' as const, params, filters: { filter: 'to' } }
  expect(await client().call('keep.estimate', { source, lists: [filtered], asksSource: true })).toMatchObject(
    {
      data: [{ total: null, loaded: 0, creditsEach: 0 }],
    },
  )
})

test('forgetting what was read of a source ends its jobs, and erasing everything ends all', async () => {
  await start()
  await areDone()
  await client().call('archive.forget', { source })
  expect(last(1)).toEqual([])
  expect(await client().call('archive.status', {})).toMatchObject({ data: { sources: [] } })
  await start()
  await areDone()
  expect(instance.asked).toHaveLength(12)
  await client().call('keep.setBudget', { holder: source, amount: 7 })
  await client().call('data.erase', { confirm: 'erase everything' })
  await expect.poll(() => last(0)).toEqual([])
  expect(windows[0]!.told.at(-1)?.budgets.some(({ amount }) => amount === 7)).toBe(false)
})

test('forgetting an address ends its jobs and leaves nothing of it, and others as they are', async () => {
  const other = { address_hash: `0x${'ab'.repeat(20)}` }
  await start()
  await client().call('keep.start', {
    source,
    lists: [{ list: 'address-transactions', params: other, filters: {}, total: null }],
  })
  await areDone()
  await expect.poll(() => last(0)?.every(({ state }) => state === 'done')).toBe(true)
  await client().call('keep.estimate', { source, lists: lists(), asksSource: true })
  const { address_hash: address } = listOf(source).params
  await client().call('archive.forget', { source, address: address.toUpperCase().replace('0X', '0x') })
  expect(last(0)?.map((job) => job.lists[0]?.params)).toEqual([other])
  expect(await client().call('archive.status', {})).toMatchObject({
    data: { sources: [{ lists: 1, rows: 300, details: 0 }] },
  })
  expect(await client().call('archive.forget', { source, address: 'all' })).toMatchObject({
    error: { code: 'invalid_input' },
  })
})

test('a source that is removed has no jobs, and has them again when it is back', async () => {
  await start()
  await areDone()
  await client().call('sources.remove', { id: source })
  await client().call('keep.setBudget', { holder: 'elsewhere', amount: null })
  expect(last(0)).toEqual([])
  await client().call('sources.restore', { id: source })
  await client().call('keep.setBudget', { holder: 'elsewhere' })
  expect(last(0)).toHaveLength(1)
})

test('what no window would send is refused', async () => {
  const [list] = lists()
  const bad = [
    { source, lists: [] },
    { source, lists: Array.from({ length: 21 }, () => list) },
    { source, lists: [{ ...list, total: -1 }] },
    { source, lists: [{ ...list, list: 'no-such-list' }] },
    { source, lists: [{ ...list, params: { address_hash: 'x'.repeat(1_000) } }] },
    { source: 'sample', lists: lists() },
    { source, lists: [{ list: 'search', params: {}, filters: { q: 'usdc' }, total: null }] },
  ]
  for (const input of bad)
    expect(
      await client().call('keep.start', input as CallInput<'keep.start'>),
      JSON.stringify(input),
    ).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(await client().call('keep.start', { source: 'nowhere', lists: lists() })).toMatchObject({
    error: { code: 'not_found' },
  })
  for (const name of ['keep.pause', 'keep.resume', 'keep.readAgain', 'keep.forget', 'keep.coverage'] as const)
    expect(await client().call(name, { id: 404 })).toMatchObject({ error: { code: 'not_found' } })
  expect(await client().call('keep.setBudget', { holder: source, amount: 1.5 })).toMatchObject({
    error: { code: 'invalid_input' },
  })
  expect(last(0) ?? []).toEqual([])
  expect(instance.asked).toEqual([])
})
