/** Tests one address on ten chains with real services: each answer as it comes, each failure in its own row. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { coinFactsOf } from '#shared/coin-facts.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { AddressOnChain } from '#shared/rpc/contract/everywhere.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Core } from '../create-core.ts'
import { html, json, silent } from '#platform/testing/behaviours.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { startChainServices, type ChainServices } from './testing/chain-services.ts'

const CHAINS = ['1', '8453', '10', '42161', '137', '100', '56', '43114', '324', '59144']

let folder: string
let core: Core
let client: RpcClient
let world: ChainServices
let ids: string[]

async function addAll() {
  ids = []
  for (const { url } of world.services) {
    const added = await client.call('sources.add', { url })
    if (!added.ok) throw new Error(JSON.stringify(added.error))
    ids.push(added.data.id)
  }
}

beforeAll(async () => {
  world = await startChainServices(CHAINS)
})

afterAll(() => world.close())

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-everywhere-'))
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
  await addAll()
})

afterEach(() => {
  vi.useRealTimers()
  core.close()
  world.reset()
  rmSync(folder, { recursive: true })
})

/** Every emitted row in order, and the present rows. */
function ask(address: string, { asks = true, sources = ids } = {}) {
  const told: AddressOnChain[] = []
  const rows = new Map<string, AddressOnChain>()
  const beginnings: (readonly string[])[] = []
  const end = client.subscribe('everywhere.answers', { address, sources, asks }, (changed) => {
    beginnings.push(changed.map(({ source }) => source))
    for (const row of changed) {
      told.push(row)
      rows.set(row.source, row)
    }
  })
  const row = (at: number) => rows.get(sources[at] ?? '')
  const states = () => sources.map((source) => rows.get(source)?.state)
  return { told, beginnings, row, states, end }
}

const fails = (at: number) => world.services[at]?.server

test('ten chains answer at once, and two that fail stand beside the others', async () => {
  fails(3)?.always(html())
  fails(7)?.always(json({ message: 'Bad API key' }, 401))
  world.delayMs = 300
  const asked = ask(world.busiest)
  await expect
    .poll(() => asked.states())
    .toEqual(CHAINS.map((_, at) => (at === 3 || at === 7 ? 'failed' : 'answered')))

  // All rows are there first, in the requested order: nothing moves when answers come.
  expect(asked.beginnings[0]).toEqual(ids)
  expect(asked.row(3)?.error).toMatchObject({ code: 'bad_response', kind: 'html' })
  expect(asked.row(7)?.error).toMatchObject({ code: 'unauthorized' })
  const { facts, ...state } = asked.row(0) ?? {}
  expect(state).toMatchObject({ error: null, keptAt: null, missing: [], otherChain: null })
  expect(facts).toMatchObject({
    isKnown: true,
    transactions: { count: 50, isAtLeast: true },
    balance: expect.stringMatching(/^\d+$/) as unknown,
    last: expect.stringMatching(/^2026-/) as unknown,
    first: null,
  })
  expect(facts?.tokens).toMatchObject({ usd: expect.stringMatching(/^\d+(\.\d+)?$/) as unknown })
  asked.end()
})

test('what was answered is kept, and stands there without any request', async () => {
  const asked = ask(world.busiest, { sources: ids.slice(0, 1) })
  await expect.poll(asked.states).toEqual(['answered'])
  asked.end()
  const before = world.services[0]?.server.requests.length
  const again = ask(world.busiest, { sources: ids.slice(0, 2), asks: false })
  await expect.poll(again.states).toEqual(['unasked', 'unasked'])
  expect(again.row(0)?.keptAt).toEqual(expect.any(Number))
  expect(again.row(0)?.facts).toEqual(asked.row(0)?.facts)
  expect(again.row(1)).toMatchObject({ keptAt: null, facts: { isKnown: null, balance: null } })
  expect(world.services[0]?.server.requests.length).toBe(before)

  // On a failure, stored data stays beside the error.
  fails(0)?.always(html())
  const failed = ask(world.busiest, { sources: ids.slice(0, 1) })
  await expect.poll(failed.states).toEqual(['failed'])
  expect(failed.row(0)).toMatchObject({ facts: asked.row(0)?.facts, keptAt: expect.any(Number) as unknown })
})

test('a token that is the coin is in the coin’s balance, and in no sum of tokens', async () => {
  const chains = ['10', '137', '324', '1']
  const at = (chainId: string) => CHAINS.indexOf(chainId)
  for (const chainId of chains) {
    const service = world.services[at(chainId)]
    const token = (hash: string, price: string) => ({
      token: { address_hash: hash, symbol: 'T', decimals: '18', type: 'ERC-20', exchange_rate: price },
      value: String(2n * 10n ** 18n),
    })
    const page = json({
      items: [
        token(
          coinFactsOf(chainId).contract?.toUpperCase().replace('0X', '0x') ?? `0x${'e'.repeat(40)}`,
          '100',
        ),
        token(`0x${'f'.repeat(40)}`, '1.5'),
      ],
      next_page_params: null,
    })
    service?.server.always((response, seen) =>
      (seen.path.endsWith('/tokens') ? page : service.answer)(response, seen),
    )
  }
  const asked = ask(world.busiest, { sources: chains.map((chainId) => ids[at(chainId)] ?? '') })
  await expect.poll(asked.states).toEqual(chains.map(() => 'answered'))
  expect(chains.map((_, nth) => asked.row(nth)?.facts.tokens)).toEqual([
    ...['10', '137', '324'].map(() => ({ usd: '3', priced: 1, unpriced: 0, scam: 0, isAll: true })),
    { usd: '203', priced: 2, unpriced: 0, scam: 0, isAll: true },
  ])
  asked.end()
})

test('all of an answer is asked for at once, and nothing after it', async () => {
  const [service] = world.services
  const parts: string[] = []
  const held: (() => void)[] = []
  service?.server.always((response, seen) => {
    if (seen.path.includes(world.nobody)) parts.push(seen.path.split('/').slice(5).join('/'))
    held.push(() => void service.answer(response, seen))
  })
  const asked = ask(world.nobody, { sources: ids.slice(0, 1) })
  // No answer comes before all rows are there.
  await expect
    .poll(() => parts.toSorted())
    .toEqual(['', 'tabs-counters', 'token-transfers', 'tokens', 'transactions'])
  for (const answer of held) answer()
  await expect.poll(asked.states).toEqual(['answered'])
  expect(parts).toHaveLength(5)
  expect(asked.row(0)?.facts).toMatchObject({ transactions: { count: 0 }, last: 'never', first: 'never' })
})

test('a source that hangs holds up no other, and is let go when the place is left', async () => {
  for (let at = 0; at < 8; at += 1) fails(at)?.always(silent)
  const asked = ask(world.busiest)
  await expect.poll(() => asked.states().slice(8)).toEqual(['answered', 'answered'])
  expect(asked.states().slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 'asking'))
  asked.end()
  for (const { server } of world.services.slice(0, 8))
    await server.until((requests) =>
      requests.filter(({ path }) => path.includes(world.busiest)).every(({ hungUp }) => hungUp),
    )
})

test('after 15 s without an answer a source is given up and says so; what it answered stays', async () => {
  fails(0)?.always(silent)
  const [first, second] = world.services
  second?.server.always((response, seen) =>
    seen.path.endsWith('/tabs-counters') ? undefined : second.answer(response, seen),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const asked = ask(world.busiest, { sources: ids.slice(0, 2) })
  await first?.server.until((requests) => requests.some(({ path }) => path.includes(world.busiest)))
  // Only the counts of the second source's answer are missing.
  await expect
    .poll(() => asked.row(1)?.facts)
    .toMatchObject({
      balance: expect.any(String) as unknown,
      // `expect.any(Object)` matches null.
      tokens: expect.objectContaining({ isAll: expect.any(Boolean) as unknown }) as unknown,
      last: expect.any(String) as unknown,
    })
  expect(asked.states()).toEqual(['asking', 'asking'])
  vi.advanceTimersByTime(15_000)
  await expect.poll(asked.states).toEqual(['failed', 'answered'])
  const timeout = { code: 'timeout', afterMs: 15_000 }
  expect(asked.row(0)?.error).toMatchObject(timeout)
  expect(asked.row(1)).toMatchObject({
    error: null,
    facts: { isKnown: true, balance: expect.stringMatching(/^\d+$/) as unknown },
    missing: [{ part: 'counts', error: timeout }],
  })
})

test('an answer about another address is refused, and nothing of it is kept', async () => {
  const [service] = world.services
  service?.server.always((response, seen) =>
    service.answer(response, { ...seen, path: seen.path.replace(world.nobody, world.busiest) }),
  )
  const sources = ids.slice(0, 1)
  const asked = ask(world.nobody, { sources })
  await expect.poll(asked.states).toEqual(['failed'])
  expect(asked.row(0)?.error).toMatchObject({ code: 'bad_response', kind: 'other_address' })
  expect(asked.row(0)?.facts).toMatchObject({ isKnown: null, balance: null, who: null })
  const kept = ask(world.nobody, { sources, asks: false })
  await expect.poll(() => kept.row(0)?.facts.balance).toBeNull()
})

test('a source that answers for another chain is refused at its row, and nothing of it is kept', async () => {
  // The person names another chain than the service itself.
  await client.call('sources.edit', { id: ids[2] ?? '', changes: { chainId: '250' } })
  // This source forwards the first one's responses, which name their chain.
  const [first] = world.services
  const [, , , , copy] = world.services
  if (!first || !copy) throw new Error('no services')
  copy.server.always((response, seen) => {
    if (seen.path.endsWith('/landmarks')) return json({}, 404)(response, seen)
    return first.answer(response, seen)
  })
  const asked = ask(world.busiest)
  const refused = [2, 4]
  await expect
    .poll(asked.states)
    .toEqual(CHAINS.map((_, at) => (refused.includes(at) ? 'failed' : 'answered')))
  expect(asked.row(2)?.otherChain).toEqual({ says: '10' })
  expect(asked.row(4)?.otherChain).toEqual({ sameAs: ids[0] })
  const error = { code: 'bad_response', kind: 'other_chain' }
  const nothing = { isKnown: null, who: null, balance: null, transactions: null, tokens: null, last: null }
  for (const at of refused)
    expect(asked.row(at)).toMatchObject({ error, facts: nothing, keptAt: null, missing: [] })
  expect([asked.row(0)?.otherChain, asked.row(1)?.otherChain]).toEqual([null, null])

  const kept = ask(world.busiest, { asks: false })
  await expect.poll(() => kept.row(0)?.keptAt).toEqual(expect.any(Number))
  for (const at of refused) expect(kept.row(at)).toMatchObject({ keptAt: null, facts: nothing })
})

test('of two that nobody vouches for, both are refused', async () => {
  const [one, other] = world.services
  if (!one || !other) throw new Error('no services')
  for (const { server } of [one, other])
    server.always((response, seen) =>
      seen.path.endsWith('/landmarks') ? json({}, 404)(response, seen) : one.answer(response, seen),
    )
  const asked = ask(world.busiest, { sources: ids.slice(0, 2) })
  await expect.poll(asked.states).toEqual(['failed', 'failed'])
  expect([asked.row(0)?.otherChain, asked.row(1)?.otherChain]).toEqual([
    { sameAs: ids[1] },
    { sameAs: ids[0] },
  ])
})

test('sources in their order, without those that are hidden; what is no address is refused', async () => {
  await client.call('sources.order', { ids: ids.toReversed() })
  await client.call('sources.hide', { id: ids[1] ?? '', hidden: true })
  const told = await client.call('everywhere.sources', {})
  const sources = told.ok ? told.data : []
  expect(sources.filter(({ source }) => ids.includes(source)).map(({ source }) => source)).toEqual(
    ids.filter((_, at) => at !== 1).toReversed(),
  )
  expect(sources.find(({ source }) => source === ids[0])).toMatchObject({
    chainId: '1',
    isTest: false,
    account: null,
    credits: null,
  })
  const refused = await new Promise((resolve) => {
    client.subscribe(
      'everywhere.answers',
      { address: '0x12', sources: ids, asks: true },
      () => undefined,
      resolve,
    )
  })
  expect(refused).toMatchObject({ code: 'invalid_input', field: 'address' })
})
