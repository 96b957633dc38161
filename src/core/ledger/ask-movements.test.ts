/** Filters movements with the filter language of lists, over the contract. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { openLedger } from '../testing/open-ledger.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const chain = createSampleChain({ seed: 'ledger', transactions: 700, now: () => NOW })
const address = chain.suggestedAddresses().find((one) => one.name === 'Whale')!.address
let ledger: Awaited<ReturnType<typeof openLedger>>
let all: readonly LedgerMovement[]
beforeAll(async () => {
  ledger = await openLedger(chain)
  all = await ledger.movements(address)
})
afterAll(() => ledger.close())

const asked = (query: string) => ({
  source: ledger.source,
  address,
  from: null,
  to: null,
  query,
  withSpam: true,
})
const find = (query: string) =>
  ledger.call('ledger.movements', { ...asked(query), asset: null, offset: 0, limit: 1_000 })
const isOut = ({ amount }: LedgerMovement) => amount.startsWith('-')
const units = ({ amount }: LedgerMovement) => BigInt(amount.replace('-', ''))

test.each<readonly [query: string, fits: (movement: LedgerMovement) => boolean]>([
  ['in', (one) => !isOut(one)],
  ['out -type:fee', (one) => isOut(one) && one.rule !== 'fee'],
  ['type:fee', ({ rule }) => rule === 'fee'],
  ['type:mint or type:transfer', ({ rule }) => rule === 'mint' || rule === 'transfer'],
  ['value>1', (one) => one.asset === 'coin' && units(one) > 10n ** 18n],
  ['after:2026-07-01', ({ time }) => time !== null && time >= Date.UTC(2026, 6, 2)],
])('%s', async (query, fits) => {
  const expected = all.filter(fits)
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(all.length)
  const { total, movements } = await find(query)
  expect([total, movements.map(({ place }) => place)]).toEqual([
    expected.length,
    expected.map(({ place }) => place).reverse(),
  ])
  const { movements: count, lines } = await ledger.call('ledger.statement', asked(query))
  expect(count).toBe(expected.length)
  for (const { asset, opening, closing } of lines) {
    const own = expected.filter((one) => one.asset === asset.id)
    expect(closing).toBe(String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)))
    const series = { ...asked(query), asset: asset.id, by: 'month', zone: 'utc' } as const
    const { intervals } = await ledger.call('ledger.series', series)
    expect(intervals.at(-1)?.closing ?? opening).toBe(closing)
  }
})

test('with somebody, and of a token, by their addresses', async () => {
  const { counterparty } = all.find((one) => one.counterparty !== null)!
  const hash = counterparty!.hash
  const { total } = await find(`with:${hash}`)
  expect(total).toBe(all.filter((one) => one.counterparty?.hash === hash).length)
  const { asset } = all.find((one) => one.asset !== 'coin')!
  const [token] = asset.split(':')
  expect((await find(`token:${token!}`)).total).toBe(
    all.filter((one) => one.asset.split(':')[0] === token).length,
  )
})

test.each([
  ['half a condition', 'amount>'],
  ['a price', 'usd>5'],
  ['an outcome', 'failed'],
  ['more than is read', 'x'.repeat(10_001)],
])('what is no question about movements is refused: %s', async (_, query) => {
  expect(
    await ledger.client.call('ledger.movements', { ...asked(query), asset: null, offset: 0, limit: 5 }),
  ).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})
