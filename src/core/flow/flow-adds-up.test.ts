/** Tests that a graph's sums equal the ledger's per counterparty, and the sums of their rows; over real HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collect } from '#service/sample/testing/collect.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { OTHERS, type FlowStep } from '#shared/rpc/contract/flow.ts'
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { openLedger } from '../testing/open-ledger.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
const ALL = { from: null, to: null, asset: null, min: null, withSpam: true } as const

type Sums = Record<string, string>
const sorted = (sums: Map<string, bigint>): Sums =>
  Object.fromEntries([...sums].sort().map(([key, sum]) => [key, String(sum)]))
function addTo(sums: Map<string, bigint>, key: string, amount: bigint) {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** The ledger's inflows or outflows, by counterparty and token. */
function ofLedger(movements: readonly LedgerMovement[], direction: 'in' | 'out') {
  const sums = new Map<string, bigint>()
  for (const { asset, amount, counterparty } of movements) {
    const value = BigInt(amount) * (direction === 'out' ? -1n : 1n)
    const [token = ''] = asset.split(':')
    if (counterparty && value > 0n) addTo(sums, `${counterparty.hash.toLowerCase()} ${token}`, value)
  }
  return sorted(sums)
}

const ofStep = ({ sums }: FlowStep, direction: 'in' | 'out') =>
  sorted(
    new Map(
      sums.map(({ from, to, asset, amount }) => [
        `${direction === 'out' ? to : from} ${asset}`,
        BigInt(amount),
      ]),
    ),
  )

describe.each([
  ['one', 260],
  [2, 333],
])('seed %s, %i transactions', (seed, transactions) => {
  const chain = createSampleChain({ seed, transactions, now: () => NOW })
  let ledger: Awaited<ReturnType<typeof openLedger>>
  beforeAll(async () => {
    ledger = await openLedger(chain)
  })
  afterAll(() => ledger.close())
  const step = (address: string, direction: 'in' | 'out', more: object = {}) =>
    ledger.call('flow.step', {
      source: ledger.source,
      address,
      direction,
      ...ALL,
      limit: 200,
      stopAt: null,
      ...more,
    })

  test('every address gave and got what its ledger says', async () => {
    const found: unknown[] = []
    let compared = 0
    for (const address of collect(chain).addresses.keys()) {
      const movements = await ledger.movements(address)
      for (const direction of ['in', 'out'] as const) {
        const of = await step(address, direction)
        const [said, expected] = [ofStep(of, direction), ofLedger(movements, direction)]
        compared += Object.keys(expected).length
        if (JSON.stringify(said) !== JSON.stringify(expected))
          found.push({ address, direction, said, expected })
      }
    }
    expect(found).toEqual([])
    expect(compared).toBeGreaterThan(300)
  })

  test('its rows add up to each sum, and those of the others to theirs', async () => {
    const { address } = chain.suggestedAddresses()[0]!
    const of = await step(address, 'out', { limit: 5 })
    const named = of.parties.slice(1).map(({ hash }) => hash)
    expect([named.length, of.others]).toEqual([5, of.counterparties - 5])
    for (const { to, asset, amount, movements, first, last } of of.sums) {
      const isOthers = to === OTHERS
      const rows = { party: isOthers ? null : to, except: isOthers ? named : [], offset: 0, limit: 500 }
      const input = { source: ledger.source, address, direction: 'out' as const, ...ALL, asset, ...rows }
      const page = await ledger.call('flow.rows', input)
      const times = page.rows.flatMap(({ time }) => time ?? [])
      expect([page.total, String(page.rows.reduce((sum, row) => sum + BigInt(row.amount), 0n))]).toEqual([
        movements,
        amount,
      ])
      expect([Math.min(...times), Math.max(...times)]).toEqual([first, last])
    }
  })

  test('what one gave is what the other got', async () => {
    const { address } = chain.suggestedAddresses()[1]!
    const out = await step(address, 'out')
    const pairs = out.sums.filter(({ to }) => !/^0x0+$/.test(to)).slice(0, 40)
    for (const { from, to, asset, amount } of pairs) {
      const { sums } = await step(to, 'in')
      const same = sums.find((one) => one.from === from && one.asset === asset)
      expect([to, asset, same?.amount]).toEqual([to, asset, amount])
    }
    expect(pairs.length).toBeGreaterThan(5)
  })

  test('a period and a least amount count as they say, and the rest is counted', async () => {
    const { address } = chain.suggestedAddresses()[0]!
    const all = await step(address, 'out', { asset: 'coin' })
    const amounts = all.sums.map(({ amount }) => BigInt(amount))
    const least = amounts[Math.floor(amounts.length / 2)]!
    const large = await step(address, 'out', { asset: 'coin', min: String(least) })
    const expected = amounts.filter((amount) => amount >= least).length
    expect([large.counterparties, large.below]).toEqual([expected, all.counterparties - expected])
    const times = all.sums.flatMap(({ last }) => last ?? []).sort((one, other) => one - other)
    const middle = times[Math.floor(times.length / 2)]!
    const sum = ({ sums }: FlowStep) => sums.reduce((total, { amount }) => total + BigInt(amount), 0n)
    const [before, after] = [
      await step(address, 'out', { asset: 'coin', to: middle }),
      await step(address, 'out', { asset: 'coin', from: middle }),
    ]
    expect(sum(before) + sum(after)).toBe(sum(all))
    expect(sum(before)).toBeGreaterThan(0n)
  })
})
