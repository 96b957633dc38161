/** Lists with odd or contradictory data, over the contract and real HTTP. */
import { afterEach, expect, test } from 'vitest'
import type { CallOutput } from '#shared/rpc/contract.ts'
import {
  hashOf,
  holdingOf,
  testChain,
  OTHER,
  OWN,
  timeOf,
  tokenOf,
  transactionOf,
  transferOf,
  type TestLists,
} from './testing/test-chain.ts'
import { differencesOf, openLedger } from '../testing/open-ledger.ts'

const MAX = 2n ** 256n - 1n
let ledger: Awaited<ReturnType<typeof openLedger>>
afterEach(() => ledger.close())

async function open(made: TestLists | (() => TestLists)) {
  ledger = await openLedger(testChain(typeof made === 'function' ? made : () => made))
}
const statement = (from: number | null = null, to: number | null = null) =>
  ledger.call('ledger.statement', { source: ledger.source, address: OWN, from, to })
const closings = ({ lines }: CallOutput<'ledger.statement'>) =>
  lines.map(({ asset, closing }) => [asset.token?.symbol ?? asset.id, closing])
const noHistory = { 'address-coin-balances': null }

test('amounts of 2^256-1 are added up to the last digit, more than one balance could be', async () => {
  const token = tokenOf(1)
  const transfers = [1, 2, 3].map((n) => transferOf(n, token, String(MAX)))
  const out = transferOf(4, token, String(MAX), { from: { hash: OWN }, to: { hash: OTHER } })
  await open({
    coin: '0',
    lists: {
      'address-token-transfers': [...transfers, out],
      'address-tokens': [holdingOf(token, String(2n * MAX))],
    },
  })
  expect(differencesOf(await ledger.prove(OWN))).toEqual([])
  expect((await statement()).lines).toMatchObject([
    { in: String(3n * MAX), out: String(MAX), closing: String(2n * MAX) },
  ])
})

test('a token is one asset, whatever its rows say of its decimals; two of one name are two', async () => {
  const [bare, one, other] = [tokenOf(1, { decimals: null }), tokenOf(2), tokenOf(3)]
  await open({
    coin: '0',
    lists: {
      'address-token-transfers': [
        transferOf(1, bare, '7'),
        transferOf(2, { ...one, decimals: '6' }, '1000000'),
        transferOf(3, one, '1000000000000000000'),
        transferOf(4, other, '5'),
      ],
      'address-tokens': [holdingOf(bare, '7'), holdingOf(one, '1000000000001000000'), holdingOf(other, '5')],
    },
  })
  expect(differencesOf(await ledger.prove(OWN))).toEqual([])
  const { lines } = await statement()
  expect(
    lines.map(({ asset: { id, token }, closing }) => [id, token?.symbol, token?.decimals, closing]),
  ).toEqual([
    // The newest row defines the decimals of the sum.
    [hashOf(2, 40), 'TOK', '18', '1000000000001000000'],
    [hashOf(1, 40), 'TOK', null, '7'],
    [hashOf(3, 40), 'TOK', '18', '5'],
  ])
})

test('where lists contradict each other, what failed moves nothing, and the rest is named', async () => {
  const internal = (n: number, value: string) => ({
    transaction_hash: hashOf(n),
    index: 1,
    block_number: n,
    timestamp: timeOf(n),
    type: 'call',
    success: true,
    error: null,
    from: { hash: OTHER },
    to: { hash: OWN },
    created_contract: null,
    value,
    gas_limit: '21000',
  })
  const token = tokenOf(1)
  await open({
    coin: '60',
    lists: {
      ...noHistory,
      'address-transactions': [
        transactionOf(1, { from: { hash: OTHER }, to: { hash: OWN }, value: '100' }),
        // A failed transaction, with a successful call of it in another list.
        transactionOf(2, { status: 'error', value: '1000', fee: { type: 'actual', value: '10' } }),
      ],
      'address-internal-transactions': [internal(2, '500')],
      // The lists give 9, the balance is 8.
      'address-token-transfers': [transferOf(3, token, '9')],
      'address-tokens': [holdingOf(token, '8')],
    },
  })
  const proof = await ledger.prove(OWN)
  expect(proof.assets).toMatchObject([
    { asset: { id: 'coin' }, state: 'differs', sum: '90', reported: '60', difference: '-30' },
    { asset: { id: token.address_hash }, state: 'differs', sum: '9', difference: '-1' },
  ])
  for (const { gaps, difference } of proof.assets)
    expect(gaps.map(({ amount }) => amount)).toEqual([difference])
})

test('a source without internal transactions: what differs is said to be likely theirs', async () => {
  await open({
    coin: '70',
    lists: {
      ...noHistory,
      'address-internal-transactions': null,
      'address-transactions': [transactionOf(1, { from: { hash: OTHER }, to: { hash: OWN }, value: '50' })],
    },
  })
  const proof = await ledger.prove(OWN)
  expect(proof.lists.find(({ list }) => list === 'address-internal-transactions')?.state).toBe('absent')
  expect(proof.assets).toMatchObject([
    { state: 'differs', difference: '20', gaps: [{ amount: '20', reason: 'internals_missing' }] },
  ])
})

const incoming = { from: { hash: OTHER }, to: { hash: OWN } }
test.each<[string, string, TestLists['lists']]>([
  [
    'whether it succeeded (a receipt from before Byzantium)',
    'outcome_unknown',
    { 'address-transactions': [transactionOf(2, { ...incoming, value: '50', status: null, result: null })] },
  ],
  [
    'its value',
    'amount_unknown',
    { 'address-transactions': [transactionOf(2, { ...incoming, value: 'many' })] },
  ],
  ['its fee', 'amount_unknown', { 'address-transactions': [transactionOf(2, { fee: null })] }],
  [
    'the value of a call',
    'amount_unknown',
    {
      'address-internal-transactions': [
        {
          ...incoming,
          transaction_hash: hashOf(2),
          index: 1,
          block_number: 2,
          timestamp: timeOf(2),
          type: 'call',
          success: true,
          error: null,
          created_contract: null,
          value: null,
        },
      ],
    },
  ],
  [
    'what was withdrawn',
    'amount_unknown',
    {
      'address-withdrawals': [
        { index: 1, validator_index: 1, block_number: 2, timestamp: timeOf(2), amount: null },
      ],
    },
  ],
])('what a row does not say is no fact: %s; the gap names it', async (_, reason, lists) => {
  await open({
    coin: '50',
    lists: {
      ...noHistory,
      ...lists,
    },
  })
  expect((await ledger.prove(OWN)).assets).toMatchObject([
    { state: 'differs', sum: '0', reported: '50', gaps: [{ amount: '50', reason }] },
  ])
})

test('periods before the chain are empty; one across its beginning has all', async () => {
  const received = transactionOf(5, { from: { hash: OTHER }, to: { hash: OWN }, value: '50' })
  await open({ coin: '50', lists: { ...noHistory, 'address-transactions': [received] } })
  const before = Date.parse(timeOf(5))
  expect(await statement(0, Date.UTC(1999, 0, 1))).toMatchObject({ movements: 0, lines: [] })
  expect(await statement(null, before)).toMatchObject({ movements: 0, lines: [] })
  expect(closings(await statement(0, before + 1))).toEqual([['coin', '50']])
  expect(await statement(before, 0)).toMatchObject({ movements: 0 })
})

test('a reorganisation inside the period: what another branch had is gone once it is checked again', async () => {
  const received = (n: number, value: string, block: number) =>
    transactionOf(n, {
      from: { hash: OTHER },
      to: { hash: OWN },
      value,
      block_number: block,
      timestamp: timeOf(block),
    })
  let made: TestLists = {
    coin: '80',
    lists: { ...noHistory, 'address-transactions': [received(1, '50', 5), received(2, '30', 7)] },
  }
  await open(() => made)
  expect(await ledger.prove(OWN)).toMatchObject({ state: 'adds_up', movements: 2, block: 7 })
  // One row was left out, one is in an earlier block now, and one is new.
  made = {
    coin: '51',
    lists: { ...noHistory, 'address-transactions': [received(3, '1', 4), received(1, '50', 6)] },
  }
  expect(await ledger.prove(OWN, true)).toMatchObject({ state: 'adds_up', movements: 2, block: 6 })
  expect((await ledger.movements(OWN)).map(({ block, amount }) => [block, amount])).toEqual([
    [4, '1'],
    [6, '50'],
  ])
})
