/** Flows on chains where a contract represents the coin and logs its transfers: each transfer is one flow. */
import { expect, test } from 'vitest'
import { coinFactsOf } from '#shared/coin-facts.ts'
import { stateChange, transaction } from '#shared/chain/transaction.ts'
import { useStateChanges } from '../state-changes/use-state-changes.ts'

const [ME, OTHER, KEEPER] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
]
const coinOf = (chainId: string) => ({ symbol: 'COIN', decimals: 18, ...coinFactsOf(chainId) })

function flowsOn(
  chainId: string,
  fields: object,
  logs: [string, string, number][],
  changes: [string, number][],
  validator?: string,
) {
  const coin = coinOf(chainId)
  const token = { address_hash: coin.contract, symbol: 'COIN', decimals: '18', type: 'ERC-20' }
  const of = transaction.parse({
    hash: `0x${'a'.repeat(64)}`,
    block_number: 7,
    status: 'ok',
    from: { hash: ME },
    to: { hash: OTHER },
    value: '0',
    fee: { type: 'actual', value: '10' },
    token_transfers: logs.map(([from, to, value]) => ({
      transaction_hash: `0x${'a'.repeat(64)}`,
      log_index: 0,
      from: { hash: from },
      to: { hash: to },
      token,
      total: { value: String(value), decimals: '18' },
    })),
    ...fields,
  })
  // The source lists each change of the coin, and additionally the sums of the contract's logs.
  const logged = new Map<string, number>()
  for (const [from, to, value] of logs) {
    logged.set(from, (logged.get(from) ?? 0) - value)
    logged.set(to, (logged.get(to) ?? 0) + value)
  }
  const items = [
    ...changes.map(([hash, change]) => ({
      address: { hash },
      is_miner: hash === validator,
      type: 'coin',
      change: String(change),
    })),
    ...[...logged].map(([hash, change]) => ({
      address: { hash },
      type: 'token',
      token,
      change: String(change),
    })),
  ].map((item) => stateChange.parse(item))
  const { flows, groups } = useStateChanges({
    items: () => items,
    complete: () => true,
    coin: () => coin,
    transaction: () => of,
  })
  // All rows of the table stay.
  expect(groups.value.flatMap((group) => group.changes)).toHaveLength(items.length)
  return flows.value
    .map(
      ({ from, to, asset, amount }) =>
        `${from.key.slice(-1)}>${to.key.slice(-1)} ${String(amount)} ${asset.key}`,
    )
    .toSorted()
}

test('Celo: a transfer through the contract is told by its log alone', () => {
  const to = { to: { hash: coinOf('42220').contract } }
  expect(
    flowsOn(
      '42220',
      to,
      [[ME, OTHER, 500]],
      [
        [ME, -510],
        [OTHER, 500],
      ],
    ),
  ).toEqual(['1>2 500 coin', '1>k 10 coin'])
})

test('Metis: a value is logged as well', () => {
  expect(
    flowsOn(
      '1088',
      { value: '500' },
      [[ME, OTHER, 500]],
      [
        [ME, -510],
        [OTHER, 500],
        [KEEPER, 10],
      ],
    ),
  ).toEqual(['1>2 500 coin', '1>3 10 coin'])
})

test('a development node: the tip goes to its validator, the zero address; only the base fee is burnt', () => {
  const ZERO = `0x${'0'.repeat(40)}`
  const fee = { value: '500', transaction_burnt_fee: '7', priority_fee: '3' }
  const flows = (to: string) =>
    flowsOn(
      '31337',
      { ...fee, to: { hash: to } },
      [],
      [[ME, -510], ...(to === ZERO ? [] : [[to, 500] as [string, number]]), [ZERO, to === ZERO ? 503 : 3]],
      ZERO,
    )
  expect(flows(OTHER)).toEqual(['1>0 3 coin', '1>2 500 coin', '1>k 7 coin'])
  expect(flows(ZERO)).toEqual(['1>0 503 coin', '1>k 7 coin'])
})

test('ZKsync Era: so is the fee, and what is given back of it', () => {
  const logs: [string, string, number][] = [
    [ME, KEEPER, 25],
    [ME, OTHER, 500],
    [KEEPER, ME, 15],
  ]
  expect(
    flowsOn('324', { value: '500' }, logs, [
      [ME, -510],
      [OTHER, 500],
      [KEEPER, 10],
    ]),
  ).toEqual(['1>2 500 coin', '1>3 10 coin'])
})

test('a chain without such a contract: a token is a token', () => {
  const flows = flowsOn(
    '1',
    { value: '500' },
    [],
    [
      [ME, -510],
      [OTHER, 500],
    ],
  )
  expect(flows).toEqual(['1>2 500 coin', '1>k 10 coin'])
})
