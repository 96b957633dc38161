/**
 * Tests following a theft over three hops through the contract and real HTTP, and the remarks about what can't be
 * seen.
 */
import { afterEach, expect, test } from 'vitest'
import type { CallOutput } from '#shared/rpc/contract.ts'
import type { FlowStep } from '#shared/rpc/contract/flow.ts'
import { openLedger } from '../testing/open-ledger.ts'
import {
  COINS,
  ELSEWHERE,
  EXCHANGE,
  MULE,
  SECOND_MULE,
  THEFT,
  theftChain,
  THIEF,
  TOKEN,
  VICTIM,
} from './testing/theft-chain.ts'

let opened: Awaited<ReturnType<typeof openLedger>>
afterEach(() => opened.close())

const ALL = { from: null, to: null, asset: null, min: null, withSpam: true } as const
const step = (address: string, direction: 'in' | 'out', more: object = {}): Promise<FlowStep> =>
  opened.call('flow.step', {
    source: opened.source,
    address,
    direction,
    ...ALL,
    limit: 50,
    stopAt: 100,
    ...more,
  })
const coinsOf = ({ sums }: Pick<FlowStep, 'sums'>) =>
  sums.flatMap(({ from, to, asset, amount }) =>
    asset === 'coin' ? [[from, to, BigInt(amount) / COINS] as const] : [],
  )

test('from its transaction over three hops to an exchange, where it stops and says so', async () => {
  opened = await openLedger(theftChain())
  const theft = await opened.call('flow.transaction', { source: opened.source, hash: THEFT, asks: false })
  expect(coinsOf(theft)).toEqual([[VICTIM, THIEF, 100n]])
  const first = await step(THIEF, 'out')
  expect(coinsOf(first)).toEqual([
    [THIEF, MULE, 60n],
    [THIEF, SECOND_MULE, 39n],
  ])
  expect(first.sums.find(({ asset }) => asset === TOKEN.address_hash)).toMatchObject({
    to: MULE,
    amount: '500',
  })
  expect(coinsOf(await step(MULE, 'out'))).toEqual([[MULE, EXCHANGE, 59n]])
  expect(coinsOf(await step(SECOND_MULE, 'out'))).toEqual([
    [SECOND_MULE, EXCHANGE, 38n],
    [SECOND_MULE, ELSEWHERE, 1n],
  ])
  const end = await step(EXCHANGE, 'in')
  expect([end.stop, end.sums, end.counterparties]).toEqual(['label', [], 2])
  expect(coinsOf(await step(EXCHANGE, 'in', { stopAt: null }))).toEqual([
    [MULE, EXCHANGE, 59n],
    [SECOND_MULE, EXCHANGE, 38n],
  ])
})

test('stops at more counterparties than were asked for, and names the largest', async () => {
  opened = await openLedger(theftChain())
  expect(await step(SECOND_MULE, 'out', { stopAt: 1 })).toMatchObject({
    stop: 'counterparties',
    counterparties: 2,
    sums: [],
  })
  const one = await step(SECOND_MULE, 'out', { limit: 1 })
  expect([one.counterparties, one.others, coinsOf(one)]).toEqual([
    2,
    1,
    [
      [SECOND_MULE, EXCHANGE, 38n],
      [SECOND_MULE, 'others', 1n],
    ],
  ])
})

test('of an instance nothing is asked for: what is not kept is said, and counts once it is', async () => {
  const chain = theftChain()
  opened = await openLedger(chain, 'instance')
  const before = chain.asked()
  const empty = await step(THIEF, 'out')
  expect([empty.sums, empty.lists.map(({ state }) => state)]).toEqual([[], ['absent', 'absent', 'absent']])
  const unread: CallOutput<'flow.transaction'> = await opened.call('flow.transaction', {
    source: opened.source,
    hash: THEFT,
    asks: false,
  })
  expect([unread.sums, unread.cost?.requests]).toEqual([[], 3])
  expect(chain.asked()).toBe(before)

  const read = await opened.call('flow.transaction', { source: opened.source, hash: THEFT, asks: true })
  expect([coinsOf(read), read.cost]).toEqual([[[VICTIM, THIEF, 100n]], null])
  for (const list of empty.lists.map((one) => one.list))
    await opened.call('lists.page', {
      source: opened.source,
      list,
      params: { address_hash: THIEF },
      filters: {},
      cursor: null,
    })
  const kept = await step(THIEF, 'out')
  expect(kept.lists.map(({ state }) => state)).toEqual(['whole', 'whole', 'whole'])
  expect(coinsOf(kept)).toEqual([
    [THIEF, MULE, 60n],
    [THIEF, SECOND_MULE, 39n],
  ])
})

test('refuses what is no address, no amount and no bound', async () => {
  opened = await openLedger(theftChain())
  const input = {
    source: opened.source,
    address: THIEF,
    direction: 'out' as const,
    ...ALL,
    limit: 8,
    stopAt: 8,
  }
  for (const wrong of [
    { address: '0x12' },
    { min: '-1' },
    { min: '9'.repeat(79) },
    { limit: 1_000_000 },
    { limit: 0 },
    { from: -1 },
    { asset: 'x'.repeat(201) },
  ])
    expect(await opened.client.call('flow.step', { ...input, ...wrong })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
  const controller = new AbortController()
  const cancelled = opened.client.call('flow.step', input, { signal: controller.signal })
  controller.abort()
  expect(await cancelled).toMatchObject({ ok: false, error: { code: 'cancelled' } })
})
