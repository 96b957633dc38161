/** What is said of all approvals together, and which of them words find. */
import { expect, test } from 'vitest'
import type { Approval } from '../rpc/contract/approvals.ts'
import { isRisky, riskiestFirst } from './approval-risk.ts'
import { riskWords, stakeWorth, totalWords } from './approval-words.ts'
import { filterApprovals } from './filter-approvals.ts'
import { stakeTotal } from './stake-total.ts'

const place = { block: 1, transaction: `0x${'05'.repeat(32)}`, time: null }

function approval(
  symbol: string,
  { stake, held, price }: { stake: string | null; held: string | null; price: string | null },
  changes: Partial<Approval> = {},
): Approval {
  return {
    ...{ kind: 'amount', state: 'open', via: null, id: null, amount: stake, unlimited: null, expires: null },
    token: { address: `0x${symbol}`, symbol, decimals: 6, price, held },
    spender: {
      ...{ address: '0xabc', name: 'Router', label: null, isWatched: false },
      ...{ hasCode: true, isVerified: true, isScam: false },
    },
    ...{ stake, since: place, set: place, lastUse: { kind: 'unknown' }, end: null },
    ending: { to: `0x${symbol}`, data: '0x' },
    ...changes,
  }
}
const DOLLAR = { held: '10000000', price: '1.005' }
const DOLLAR_ONE = { ...DOLLAR, stake: '1000000' }

test('of each token no more than is held is at stake, to the last digit', () => {
  const all = [
    approval('usdc', { ...DOLLAR, stake: '7000000' }),
    approval('usdc', { ...DOLLAR, stake: '7000000' }),
    approval('dai', { ...DOLLAR, stake: '2000000' }),
  ]
  expect(stakeTotal(all)).toEqual({ cents: 1_005n + 201n, unknown: 0 })
  expect(totalWords(stakeTotal(all), false)).toBe('$ 12.06')
  expect(totalWords(stakeTotal(all), true)).toBe('at least $ 12.06')
  expect(stakeWorth(all[2]!)).toBe('$ 2.01')
})

test('what is taken through a contract is taken of what it was approved itself', () => {
  const permit2 = { ...approval('usdc', DOLLAR_ONE).spender, address: '0x22' }
  const itself = approval('usdc', DOLLAR_ONE, { spender: permit2 })
  const through = approval('usdc', DOLLAR_ONE, { kind: 'permit2', via: '0x22' })
  expect(stakeTotal([itself, through])).toEqual({ cents: 100n, unknown: 0 })
  expect(stakeTotal([through, itself, approval('usdc', DOLLAR_ONE)])).toEqual({ cents: 201n, unknown: 0 })
})

test('what has no price, or does not say how much is held, is not nothing', () => {
  const unpriced = approval('old', { held: '5', price: null, stake: '5' })
  const untold = approval('mute', { held: null, price: '3', stake: null })
  expect(stakeTotal([unpriced, untold])).toEqual({ cents: null, unknown: 2 })
  expect(totalWords(stakeTotal([unpriced, untold]), true)).toBe('')
  expect([unpriced, untold].map(stakeWorth)).toEqual(['', ''])
  const some = [unpriced, approval('usdc', { ...DOLLAR, stake: '1' })]
  expect(totalWords(stakeTotal(some), false)).toBe('$ 0.00, 1 without a price')
  expect(stakeWorth(some[1]!)).toBe('< $ 0.01')
})

test('of a collection the number is no amount with a price, and what holds nothing counts as nothing', () => {
  const collection = approval('pic', { held: '3', price: '2', stake: '3' }, { kind: 'collection' })
  const none = approval('gone', { held: '0', price: null, stake: '0' })
  expect(stakeTotal([collection, none])).toEqual({ cents: null, unknown: 1 })
  expect(stakeWorth(collection)).toBe('')
})

test('a spender in the watchlist is said to be, labelled or not, and is as risky as any other', () => {
  const watched = (spender: Partial<Approval['spender']>, changes: Partial<Approval> = {}) => {
    const one = approval('usdc', DOLLAR_ONE, changes)
    return { ...one, spender: { ...one.spender, isWatched: true, ...spender } }
  }
  for (const label of [null, 'Drainer']) {
    const account = watched({ label, hasCode: false, isVerified: false }, { unlimited: 'huge' })
    const limited = watched({ label })
    const scam = watched({ label, isScam: true, hasCode: false })
    expect(riskWords(limited)).toBe('limited, in your watchlist')
    expect(riskWords(account)).toBe('a plain account, unlimited, in your watchlist')
    expect(riskWords(watched({ label, isVerified: false }))).toBe('source not verified, in your watchlist')
    expect(riskWords(scam)).toBe('marked as scam by the source, a plain account, in your watchlist')
    expect([limited, account, scam].map(isRisky)).toEqual([false, true, true])
    const other = approval('usdc', DOLLAR_ONE, { unlimited: 'huge' })
    expect([limited, other, account, scam].toSorted(riskiestFirst)).toEqual([scam, account, other, limited])
    for (const text of ['risk:own', 'risk:account', 'risk:watchlist', 'risk:unlimited'])
      expect(filterApprovals([account, other], text), text).toContain(account)
    expect(filterApprovals([account, other], 'risk:own')).toEqual([account])
    expect(filterApprovals([account], 'risk:unverified')).toEqual([])
  }
})

test('all words have to occur, each anywhere or in the part that it names', () => {
  const usdc = approval('usdc', { ...DOLLAR, stake: '7' }, { unlimited: 'huge' })
  const dai = approval('dai', { ...DOLLAR, stake: '7' })
  const found = (text: string) => filterApprovals([usdc, dai], text).map(({ token }) => token.symbol)
  expect(found('')).toEqual(['usdc', 'dai'])
  expect(found('ROUTER  usd')).toEqual(['usdc'])
  expect(found('spender:0xabc')).toEqual(['usdc', 'dai'])
  expect(found('risk:limited')).toEqual(['dai'])
  expect(found('risk:known')).toEqual([])
  expect(found('risk:unlimited')).toEqual(['usdc'])
  expect(found('token:router')).toEqual([])
  const bare = { ...dai, spender: { ...dai.spender, isVerified: false } }
  const withRisk = (text: string) => filterApprovals([bare, usdc], text).map(({ token }) => token.symbol)
  expect(withRisk('risk:verified')).toEqual(['usdc'])
  expect(withRisk('risk:unverified')).toEqual(['dai'])
  expect(withRisk('risk:source')).toEqual(['dai'])
  expect(withRisk('risk:verifie')).toEqual(['usdc'])
  expect(withRisk('risk:unverifie')).toEqual(['dai'])
  const trap = approval('scam', { ...DOLLAR, stake: '7' })
  expect(filterApprovals([trap], 'risk:sca')).toEqual([])
  expect(found('constructor:x')).toEqual([])
  const end = { how: 'said', place, by: { from: '0x1', to: '0x2', method: 'lockdown' } } as const
  const ended = [dai, bare].map((one) => ({ ...one, state: 'ended', end }) as const)
  expect(filterApprovals(ended, 'lockdown')).toHaveLength(2)
  expect(filterApprovals(ended, 'risk:lock')).toHaveLength(2)
  expect(filterApprovals(ended, 'risk:verified')).toEqual([ended[0]])
  expect(filterApprovals(ended, 'risk:unverified')).toEqual([])
})
