/** Tests what holds for a chain of any length: no negative balances, exact counts, and constant cost of a page. */
import { describe, expect, it } from 'vitest'
import { ADDRESS_KEYS, ADDRESSES, USER_ROLE } from './config/addresses.ts'
import { createBalanceHistory } from './chain/balance-history.ts'
import { createBlockClock } from './chain/head.ts'
import { holderGroups } from './chain/holder-groups.ts'
import { countHolders } from './chain/holders.ts'
import { totalSupply } from './chain/total-supply.ts'
import { measureDepth } from './testing/measure-depth.ts'
import { TEMPLATE_COUNT, USERS_PER_PERIOD } from './scenarios/periods.ts'
import { createSampleChain } from './sample-chain.ts'
import { collect, lowerHash } from './testing/collect.ts'
import { readAll } from './testing/read-list.ts'
import { TOKEN_KEYS, assetsOf, tokenOfAsset } from './config/tokens.ts'
import { SnapshotCaches, Snapshot } from './chain/snapshot.ts'
import { CUSTOMERS, VISITS_PER_CYCLE, ChainModel } from './chain/chain-model.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
/** A thousand million transactions of the busiest address, the maximum of the command line. */
const ROUNDS = 180_000
const model = new ChainModel('long')
const snapshotWith = (transactions: number) =>
  new Snapshot(
    model,
    createBlockClock(model, { transactions, live: false, now: () => NOW }),
    new SnapshotCaches(),
  )

describe('nobody ever has less than nothing', () => {
  it('of those who are always there, in the first round and in the 180,000th', () => {
    const findings = new Set<string>()
    for (let role = 1; role < ADDRESSES.length; role++) {
      const balances = createBalanceHistory(model, { kind: 'fixed', role })
      for (const asset of balances.assets)
        for (const round of [0, ROUNDS])
          for (let number = 0; number < TEMPLATE_COUNT; number++) {
            const period = round * TEMPLATE_COUNT + number
            for (const { step, role: whose, asset: which } of model.template(period).ledger)
              if (
                whose === role &&
                which === asset &&
                balances.balance(asset, { period, step: step + 1 }) < 0n
              )
                findings.add(
                  `${ADDRESS_KEYS[role] ?? ''}: ${tokenOfAsset(asset)?.key ?? 'coin'}, round ${String(round)}`,
                )
          }
    }
    expect([...findings]).toEqual([])
  })

  it('of customers, in any place of any plan, at any visit', () => {
    const findings: string[] = []
    for (let number = 0; number < USERS_PER_PERIOD * TEMPLATE_COUNT; number++) {
      const balances = createBalanceHistory(model, { kind: 'user', number })
      for (let visit = 0; visit <= VISITS_PER_CYCLE; visit++) {
        const turn = number + visit * CUSTOMERS
        const period = Math.floor(turn / USERS_PER_PERIOD)
        const role = USER_ROLE + (turn % USERS_PER_PERIOD)
        for (const { step, role: whose, asset } of model.template(period).ledger)
          if (whose === role && balances.balance(asset, { period, step: step + 1 }) < 0n)
            findings.push(`customer ${String(number)}, visit ${String(visit)}, asset ${String(asset)}`)
        for (const asset of balances.assets) {
          const gained =
            balances.balance(asset, { period: period + 1, step: 0 }) -
            balances.balance(asset, { period, step: 0 })
          if (gained < 0n) findings.push(`customer ${String(number)} loses asset ${String(asset)}`)
        }
      }
    }
    expect(findings).toEqual([])
  })
})

it('amounts stay within 256 bits', () => {
  const period = ROUNDS * TEMPLATE_COUNT
  for (let role = 1; role < ADDRESSES.length; role++) {
    const balances = createBalanceHistory(model, { kind: 'fixed', role })
    for (const asset of balances.assets)
      expect(balances.balance(asset, { period, step: 0 }) < 2n ** 256n).toBe(true)
  }
})

it('holders are counted as if each were asked', () => {
  const snapshot = snapshotWith(60_000)
  const customers = Array.from({ length: CUSTOMERS }, (_, number) =>
    createBalanceHistory(model, { kind: 'user', number }),
  )
  // Accounts created in a period hold only dollars.
  for (const key of TOKEN_KEYS.filter((token) => token !== 'usd')) {
    const holds = (balances: ReturnType<typeof createBalanceHistory>) =>
      assetsOf(key).some((asset) => balances.balance(asset, snapshot.now) > 0n)
    const fixed = ADDRESSES.filter(
      (_, role) => role > 0 && holds(createBalanceHistory(model, { kind: 'fixed', role })),
    ).length
    expect({ key, holders: countHolders(snapshot, key) }).toEqual({
      key,
      holders: fixed + customers.filter(holds).length,
    })
  }
})

it.each([1, 1_000, 60_000, 700_000, 10_000_000])(
  'of %i transactions, groups of holders hold all there is of a token, and leave nobody out',
  (transactions) => {
    const snapshot = snapshotWith(transactions)
    for (const key of TOKEN_KEYS) {
      const groups = holderGroups(snapshot, key)
      // A limit independent of the number of holders: a page costs no more in a longer history.
      expect(groups.length).toBeLessThan(20_000)
      const held = groups.reduce((sum, { value, count }) => sum + value * BigInt(count), 0n)
      expect({ key, held }).toEqual({ key, held: totalSupply(snapshot, key) })
      // A holder of several ids of a token is in several groups.
      const count = groups.reduce((sum, group) => sum + group.count, 0)
      if (assetsOf(key).length === 1)
        expect({ key, count }).toEqual({ key, count: countHolders(snapshot, key) })
      for (const group of groups.slice(0, 40))
        for (const index of [0, group.count - 1]) {
          const holder = group.at(index)
          expect(snapshot.balances(holder).balance(group.asset, snapshot.now)).toBe(group.value)
          expect(group.indexOf(holder)).toBe(index)
        }
    }
  },
)

it('a customer’s life is one thread through all its visits', () => {
  const chain = createSampleChain({ seed: 'long', transactions: 700_000, now: () => NOW })
  const address = model.address({ kind: 'user', number: 4321 })
  const params = { address_hash: address }
  const own = readAll(chain, 'address-transactions', { params })
  const heights = [...new Set(own.flatMap(({ block_number: height }) => height ?? []))].reverse()
  expect(heights.length).toBeGreaterThan(VISITS_PER_CYCLE)
  const held = new Map<string, string>()
  for (const height of heights) {
    const block = collect(chain, height, height)
    for (const { hash } of block.transactions.values())
      for (const row of block.changes.get(hash) ?? []) {
        if (lowerHash(row.address) !== address || row.balance_before === null) continue
        const what = `${row.token?.address_hash ?? 'coin'} ${row.token_id ?? ''}`
        if (held.has(what) || row.token) expect(row.balance_before).toBe(held.get(what) ?? '0')
        held.set(what, row.balance_after ?? '')
      }
  }
  const tokens = readAll(chain, 'address-tokens', { params }).filter(({ value }) => value !== null)
  for (const { token, token_id: id, value } of tokens)
    expect(held.get(`${token.address_hash} ${id ?? ''}`)).toBe(value)
  expect(tokens.length).toBe(
    [...held].filter(([what, value]) => !what.startsWith('coin ') && value !== '0').length,
  )
  expect(chain.detail('address', params)).toMatchObject({ coin_balance: held.get('coin ') })
})

it('a page in the middle of ten million transactions costs about what the first costs', () => {
  const lists = measureDepth({ transactions: 10_000_000, samples: 15 })
  expect(lists).toHaveLength(9)
  expect(lists.filter(({ ratio }) => ratio > 5)).toEqual([])
})
