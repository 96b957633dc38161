/** What holds however long a chain is: nobody owes, everyone is counted, a page costs what a page costs. */
import { describe, expect, it } from 'vitest'
import { ACTOR_KEYS, ACTORS, USER_ROLE } from './config/addresses.ts'
import { bookOf } from './chain/balance-history.ts'
import { startClock } from './chain/head.ts'
import { holdersOf } from './chain/holders.ts'
import { measureDepth } from './testing/measure-depth.ts'
import { PLAN_COUNT, USERS_A_PERIOD } from './scenarios/periods.ts'
import { createSampleChain } from './sample-chain.ts'
import { collect, lowerHash } from './testing/collect.ts'
import { readAll } from './testing/walk.ts'
import { COIN, TOKEN_KEYS, assetsOf, tokenOfAsset } from './config/tokens.ts'
import { Memory, View } from './chain/snapshot.ts'
import { CUSTOMERS, VISITS_A_ROUND, World } from './chain/chain-model.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
/** A thousand million transactions of the busiest address: what the command line allows. */
const ROUNDS = 180_000
const world = new World('long')
const viewOf = (transactions: number) =>
  new View(world, startClock(world, { transactions, live: false, now: () => NOW }), new Memory())

describe('nobody ever has less than nothing', () => {
  it('of those who are always there, in the first round and in the 180,000th', () => {
    const findings = new Set<string>()
    for (let role = 1; role < ACTORS.length; role++) {
      const book = bookOf(world, { kind: 'fixed', role })
      for (const asset of book.assets)
        for (const round of [0, ROUNDS])
          for (let number = 0; number < PLAN_COUNT; number++) {
            const period = round * PLAN_COUNT + number
            for (const { step, role: whose, asset: which } of world.plan(period).ledger)
              if (whose === role && which === asset && book.balance(asset, { period, step: step + 1 }) < 0n)
                findings.add(
                  `${ACTOR_KEYS[role] ?? ''}: ${tokenOfAsset(asset)?.key ?? 'coin'}, round ${String(round)}`,
                )
          }
    }
    expect([...findings]).toEqual([])
  })

  it('of customers, in any place of any plan, at any visit', () => {
    const findings: string[] = []
    for (let number = 0; number < USERS_A_PERIOD * PLAN_COUNT; number++) {
      const book = bookOf(world, { kind: 'user', number })
      for (let visit = 0; visit <= VISITS_A_ROUND; visit++) {
        const turn = number + visit * CUSTOMERS
        const period = Math.floor(turn / USERS_A_PERIOD)
        const role = USER_ROLE + (turn % USERS_A_PERIOD)
        for (const { step, role: whose, asset } of world.plan(period).ledger)
          if (whose === role && book.balance(asset, { period, step: step + 1 }) < 0n)
            findings.push(`customer ${String(number)}, visit ${String(visit)}, asset ${String(asset)}`)
        for (const asset of book.assets) {
          const gained =
            book.balance(asset, { period: period + 1, step: 0 }) - book.balance(asset, { period, step: 0 })
          if (gained < 0n) findings.push(`customer ${String(number)} loses asset ${String(asset)}`)
        }
      }
    }
    expect(findings).toEqual([])
  })
})

it('amounts stay within 256 bits', () => {
  const period = ROUNDS * PLAN_COUNT
  for (let role = 1; role < ACTORS.length; role++) {
    const book = bookOf(world, { kind: 'fixed', role })
    for (const asset of book.assets) expect(book.balance(asset, { period, step: 0 }) < 2n ** 256n).toBe(true)
  }
})

it('holders are counted as if each were asked', () => {
  const view = viewOf(60_000)
  const books = Array.from({ length: CUSTOMERS }, (_, number) => bookOf(world, { kind: 'user', number }))
  // Accounts born in a period hold dollars only.
  for (const key of TOKEN_KEYS.filter((token) => token !== 'usd')) {
    const holds = (book: ReturnType<typeof bookOf>) =>
      assetsOf(key).some((asset) => book.balance(asset, view.now) > 0n)
    const fixed = ACTORS.filter((_, role) => role > 0 && holds(bookOf(world, { kind: 'fixed', role }))).length
    expect({ key, holders: holdersOf(view, key) }).toEqual({
      key,
      holders: fixed + books.filter(holds).length,
    })
  }
})

it('a customer’s life is one thread through all its visits', () => {
  const chain = createSampleChain({ seed: 'long', transactions: 700_000, now: () => NOW })
  const address = world.address({ kind: 'user', number: 4321 })
  const params = { address_hash: address }
  const own = readAll(chain, 'address-transactions', { params })
  const heights = [...new Set(own.flatMap(({ block_number: height }) => height ?? []))].reverse()
  expect(heights.length).toBeGreaterThan(VISITS_A_ROUND)
  const held = new Map<string, string>()
  for (const height of heights) {
    const block = collect(chain, height, height)
    for (const { hash } of block.transactions.values())
      for (const row of block.changes.get(hash) ?? []) {
        if (lowerHash(row.address) !== address || row.balance_before === null) continue
        const what = `${row.token?.address_hash ?? COIN} ${row.token_id ?? ''}`
        if (held.has(what) || row.token) expect(row.balance_before).toBe(held.get(what) ?? '0')
        held.set(what, row.balance_after ?? '')
      }
  }
  const tokens = readAll(chain, 'address-tokens', { params }).filter(({ value }) => value !== null)
  for (const { token, token_id: id, value } of tokens)
    expect(held.get(`${token.address_hash} ${id ?? ''}`)).toBe(value)
  expect(tokens.length).toBe(
    [...held].filter(([what, value]) => !what.startsWith('0 ') && value !== '0').length,
  )
  expect(chain.detail('address', params)).toMatchObject({ coin_balance: held.get('0 ') })
})

it('a page in the middle of ten million transactions costs about what the first costs', () => {
  const lists = measureDepth({ transactions: 10_000_000, samples: 15 })
  expect(lists).toHaveLength(9)
  expect(lists.filter(({ ratio }) => ratio > 5)).toEqual([])
})
