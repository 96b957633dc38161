/** The series of an asset by hour, day and month equals the statements of the same ledger. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { INTERVALS } from '#shared/intervals.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { MAX_LEDGER_INTERVALS } from '#shared/rpc/contract/ledger.ts'
import { openLedgerFile } from './kept/ledger-file.ts'
import { MovementStore } from './kept/movement-store.ts'
import { activityOf, seriesOf } from './ledger-series.ts'
import type { PositionedMovement } from './movements.ts'
import { openLedger } from '../testing/open-ledger.ts'

const chain = createSampleChain({ seed: 'series', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
let ledger: Awaited<ReturnType<typeof openLedger>>
let address: string
beforeAll(async () => {
  ledger = await openLedger(chain)
  address = chain.suggestedAddresses()[0]!.address
})
afterAll(() => ledger.close())

test.each(INTERVALS)('by %s', async (by) => {
  const of = { source: ledger.source, address }
  const { lines } = await ledger.call('ledger.statement', { ...of, from: null, to: null })
  expect(lines.length).toBeGreaterThan(2)
  for (const { asset, movements, ...sums } of lines) {
    const asked = { ...of, asset: asset.id, by, zone: 'utc' as const }
    const whole = await ledger.call('ledger.series', { ...asked, from: null, to: null })
    expect(whole.intervals.at(-1)?.closing ?? whole.opening).toBe(sums.closing)
    let held = BigInt(whole.opening)
    for (const interval of whole.intervals) {
      held += BigInt(interval.in) - BigInt(interval.out)
      expect(interval.closing).toBe(String(held))
      const until = { ...of, from: null, to: interval.end }
      const { lines } = await ledger.call('ledger.statement', until)
      expect(lines.find((one) => one.asset.id === asset.id)?.closing ?? '0').toBe(interval.closing)
    }
    expect(whole.intervals.reduce((sum, one) => sum + one.movements, 0)).toBeLessThanOrEqual(movements)

    // A period that begins at an interval gives the rest of the whole series.
    const middle = Math.floor(whole.intervals.length / 2)
    const from = whole.intervals[middle]?.start
    if (from === undefined) continue
    expect(await ledger.call('ledger.series', { ...asked, from, to: null })).toEqual({
      ...whole,
      opening: whole.intervals[middle - 1]?.closing ?? whole.opening,
      intervals: whole.intervals.slice(middle),
    })
  }
})

test('days of a zone begin at its midnight', async () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const asked = { source: ledger.source, address, from: null, to: null, asset: 'coin', by: 'day' as const }
  const { intervals } = await ledger.call('ledger.series', { ...asked, zone: 'local' })
  vi.unstubAllEnvs()
  expect(intervals.length).toBeGreaterThan(0)
  for (const { start } of intervals) expect(new Date(start).toISOString()).toMatch(/T18:30:00/)
})

test('activity counts every movement once, of all assets and of one', async () => {
  const of = { source: ledger.source, address, from: null, to: null, withSpam: true }
  const all = (await ledger.movements(address)).filter(({ rule }) => rule !== 'genesis')
  for (const by of ['minute', 'hour', 'day'] as const)
    for (const asset of [null, 'coin']) {
      const { intervals } = await ledger.call('ledger.activity', { ...of, asset, by, zone: 'utc' })
      const counted = all.filter((one) => asset === null || one.asset === asset)
      expect(intervals.map(({ movements }) => movements)).toEqual(
        intervals.map(({ start, end }) => counted.filter(({ time }) => time! >= start && time! < end).length),
      )
      expect(intervals.reduce((sum, { movements }) => sum + movements, 0)).toBe(counted.length)
    }
})

test('counterparties are those of the movements, by volume, and what has none is one of them', async () => {
  const of = { source: ledger.source, address, from: null, to: null, asset: 'coin', withSpam: true }
  const { counterparties, total, others } = await ledger.call('ledger.counterparties', of)
  const coins = (await ledger.movements(address)).filter(
    ({ asset, rule }) => asset === 'coin' && rule !== 'genesis',
  )
  const parties = new Set(coins.map(({ counterparty }) => counterparty?.hash.toLowerCase()))
  expect(total).toBe(parties.size)
  const { lines } = await ledger.call('ledger.statement', of)
  const coin = lines.find(({ asset }) => asset.id === 'coin')!
  const shown = [...counterparties, others]
  expect(shown.reduce((sum, one) => sum + one.movements, 0)).toBe(coin.movements)
  expect(String(shown.reduce((sum, one) => sum + BigInt(one.in), 0n))).toBe(coin.in)
  expect(String(shown.reduce((sum, one) => sum + BigInt(one.out), 0n))).toBe(coin.out)
  const volumes = counterparties.map((one) => BigInt(one.in) + BigInt(one.out))
  expect(volumes).toEqual([...volumes].sort((one, other) => (one < other ? 1 : one > other ? -1 : 0)))
  for (const { party, ...dealt } of counterparties) {
    const own = coins.filter(({ counterparty }) => counterparty?.hash === party?.hash)
    const sum = (sign: 1n | -1n) =>
      own.reduce((all, { amount }) => (BigInt(amount) * sign > 0n ? all + BigInt(amount) * sign : all), 0n)
    expect(dealt).toEqual({ in: String(sum(1n)), out: String(sum(-1n)), movements: own.length })
  }
})

test('of more intervals than are told, the newest; what was held before them is the opening', async () => {
  const count = 2 * MAX_LEDGER_INTERVALS + 5_000
  const movements = Array.from({ length: count }, (_, place): PositionedMovement => ({
    place,
    at: place * 60_000,
    time: place * 60_000,
    asset: 'coin',
    nft: null,
    amount: 1n,
    block: place,
    index: 0,
    rule: 'value',
    counterparty: null,
    list: 'address-transactions',
    row: String(place),
    transaction: null,
  }))
  const store = new MovementStore(openLedgerFile(':memory:'))
  const ledger = store.begin({ source: 'one', address }, '')
  const writer = store.writer(ledger)
  for (const movement of movements.toReversed()) writer.add(movement)
  writer.end()
  const reader = store.reader(ledger)
  const asked = { asset: 'coin', by: 'minute', zone: 'utc', from: null, to: null } as const
  const { opening, intervals } = await seriesOf(reader, asked, {})
  expect(intervals).toHaveLength(MAX_LEDGER_INTERVALS)
  expect(opening).toBe(String(count - MAX_LEDGER_INTERVALS))
  expect(intervals[0]?.closing).toBe(String(count - MAX_LEDGER_INTERVALS + 1))
  expect(intervals.at(-1)).toMatchObject({ start: (count - 1) * 60_000, closing: String(count) })
  const activity = await activityOf(reader, asked, {})
  expect(activity.intervals.map(({ start }) => start)).toEqual(intervals.map(({ start }) => start))
})
