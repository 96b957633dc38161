/** Finds the wrapped coin of an unknown chain in the data of an instance. */
import { afterEach, expect, test } from 'vitest'
import type { ChainReader, WireItem } from '#service/chain-reader.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { differencesOf, openLedger } from '../testing/open-ledger.ts'
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
} from './testing/test-chain.ts'

const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WRAPPER = tokenOf(0xe77, { symbol: 'WCOIN' })
const word = (value: bigint | string) => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const depositLog = (more: WireItem = {}): WireItem => ({
  transaction_hash: hashOf(2),
  index: 1,
  block_number: 2,
  block_timestamp: timeOf(2),
  address: { hash: WRAPPER.address_hash },
  topics: [DEPOSIT, word(OWN)],
  data: word(10n),
  ...more,
})

interface Made {
  readonly logs?: readonly WireItem[] | null
  readonly balance?: string
  readonly transfers?: readonly WireItem[]
  readonly chainId?: string
}

const asked: string[] = []
let ledger: Awaited<ReturnType<typeof openLedger>>
afterEach(() => ledger.close())

/** Received 20 coins; sent 10 to the wrapper and got 4 back. */
async function open({ logs = [depositLog()], balance = '6', transfers = [], chainId = '999999' }: Made = {}) {
  asked.length = 0
  const made = testChain(() => ({
    coin: '14',
    lists: {
      'address-transactions': [
        transactionOf(1, { from: { hash: OTHER }, to: { hash: OWN }, value: '20' }),
        transactionOf(2, { to: { hash: WRAPPER.address_hash, is_contract: true }, value: '10' }),
        transactionOf(3, { to: { hash: WRAPPER.address_hash, is_contract: true } }),
      ],
      'address-internal-transactions': [
        {
          transaction_hash: hashOf(3),
          block_number: 3,
          timestamp: timeOf(3),
          index: 1,
          transaction_index: 0,
          block_index: 1,
          type: 'call',
          success: true,
          from: { hash: WRAPPER.address_hash },
          to: { hash: OWN },
          value: '4',
        },
      ],
      'address-token-transfers': transfers,
      'address-tokens': [holdingOf(WRAPPER, balance)],
      'transaction-logs': logs,
    },
  }))
  const reader: ChainReader = {
    ...made,
    chain: { ...made.chain, chainId },
    list(id, request) {
      asked.push(id)
      return made.list(id, request)
    },
  }
  ledger = await openLedger(reader, 'instance')
  const proof = await ledger.prove(OWN)
  const { source } = ledger
  const statement = await ledger.call('ledger.statement', {
    source,
    address: OWN,
    from: null,
    to: null,
    withSpam: true,
  })
  const { sources } = await readState(ledger.client, 'sources.changed', {})
  return {
    proof,
    lines: statement.lines.map((line) => [
      line.asset.token?.symbol ?? 'coin',
      line.in,
      line.out,
      line.closing,
    ]),
    wrapped: sources.find(({ id }) => id === source)?.coin.wrapped,
    logsAsked: asked.filter((id) => id === 'transaction-logs').length,
  }
}

test('what was sent to it is that token, what it gave back is gone, and it adds up', async () => {
  const { proof, lines, wrapped, logsAsked } = await open()
  expect(wrapped).toEqual({ address: WRAPPER.address_hash, symbol: 'WCOIN' })
  expect(differencesOf(proof)).toEqual([])
  expect(lines).toEqual([
    ['coin', '24', '10', '14'],
    ['WCOIN', '10', '4', '6'],
  ])
  // The result is remembered, so nothing is requested again.
  expect(logsAsked).toBe(1)
  await ledger.prove(OWN, true)
  expect(asked.filter((id) => id === 'transaction-logs')).toHaveLength(1)
})

test.each<[string, Made]>([
  ['another contract logged it', { logs: [depositLog({ address: { hash: OTHER } })] }],
  ['it was for somebody else', { logs: [depositLog({ topics: [DEPOSIT, word(OTHER)] })] }],
  ['it was of another amount', { logs: [depositLog({ data: word(9n) })] }],
  ['it was another event', { logs: [depositLog({ topics: [word(7n), word(OWN)] })] }],
  ['it is no number', { logs: [depositLog({ topics: [DEPOSIT, 'odd'], data: 'x'.repeat(66) })] }],
  ['no logs are given', { logs: null }],
])('a token that took coins is no wrapper of them where %s', async (_, made) => {
  const { proof, wrapped, lines, logsAsked } = await open(made)
  expect(wrapped).toBeUndefined()
  expect(logsAsked).toBe(1)
  expect(differencesOf(proof)).toHaveLength(1)
  expect(lines.map(([name]) => name)).toEqual(['coin'])
})

test.each<[string, Made]>([
  ['where its balance is another', { balance: '7' }],
  [
    'where it logged that it made them',
    { balance: '10', transfers: [transferOf(2, WRAPPER, '10', { from: { hash: hashOf(0, 40) } })] },
  ],
  ['on a chain whose wrapped coin is known', { chainId: '56' }],
])('nothing is asked %s', async (_, made) => {
  const { wrapped, logsAsked } = await open(made)
  expect(wrapped?.address).not.toBe(WRAPPER.address_hash)
  expect(logsAsked).toBe(0)
})
