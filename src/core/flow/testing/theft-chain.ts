/**
 * A chain with a theft: 100 coins go from the victim to the thief, from there in parts over two more hops, and one
 * part ends at an exchange. A failed payment and a reverted call look the same, and moved nothing.
 */
import type { ChainReader, WireItem } from '#service/chain-reader.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { hashOf, transactionOf, transferOf, tokenOf } from '../../ledger/testing/test-chain.ts'

const who = (digit: string) => `0x${digit.repeat(40)}`
export const VICTIM = who('1')
export const THIEF = who('2')
export const MULE = who('3')
export const SECOND_MULE = who('4')
export const EXCHANGE = who('5')
export const ELSEWHERE = who('6')
export const COINS = 10n ** 18n
export const TOKEN = tokenOf(0xabc, { symbol: 'TOK', name: 'Token' })

const exchange = {
  hash: EXCHANGE,
  metadata: { tags: [{ slug: 'exchange', name: 'Some Exchange', tagType: 'name' }] },
}
const pay = (n: number, from: string, to: string | object, coins: bigint, more: WireItem = {}): WireItem =>
  transactionOf(n, {
    from: { hash: from },
    to: typeof to === 'string' ? { hash: to } : to,
    value: String(coins * COINS),
    ...more,
  })

export const THEFT = hashOf(1)
const TRANSACTIONS = [
  pay(1, VICTIM, THIEF, 100n),
  pay(2, THIEF, MULE, 60n),
  pay(3, THIEF, SECOND_MULE, 39n),
  pay(4, THIEF, ELSEWHERE, 1n, { status: 'error', result: 'out of gas' }),
  pay(5, MULE, exchange, 59n),
  pay(6, SECOND_MULE, exchange, 20n),
  pay(7, SECOND_MULE, exchange, 18n),
  pay(8, SECOND_MULE, ELSEWHERE, 1n),
]
const TRANSFERS = [transferOf(9, TOKEN, '500', { from: { hash: THIEF }, to: { hash: MULE } })]
/** The calls of a failed transaction as instances list them: each says that it succeeded. */
const CALLS: readonly WireItem[] = [
  {
    transaction_hash: hashOf(4),
    index: 3,
    block_number: 4,
    type: 'call',
    from: { hash: THIEF },
    to: { hash: MULE },
    success: true,
    value: String(7n * COINS),
  },
]

/** A call that its surrounding call reverted, in a transaction that did not fail; and one that was not reverted. */
const ALL_CALLS: readonly WireItem[] = [
  {
    transaction_hash: hashOf(3),
    index: 2,
    block_number: 3,
    type: 'call',
    from: { hash: THIEF },
    to: { hash: ELSEWHERE },
    success: true,
    value: String(5n * COINS),
  },
  ...CALLS,
  {
    transaction_hash: hashOf(5),
    index: 1,
    block_number: 5,
    type: 'call',
    from: { hash: MULE },
    to: { hash: ELSEWHERE },
    success: true,
    value: String(2n * COINS),
  },
]
const frame = (traceAddress: readonly number[], from: string, to: string, coins: bigint, error?: string) => ({
  type: 'call',
  action: {
    callType: 'call',
    from,
    to,
    value: `0x${(coins * COINS).toString(16)}`,
    gas: '0x5208',
    input: '0x12',
  },
  ...(error === undefined ? { result: { gasUsed: '0x1', output: '0x' } } : { error }),
  traceAddress,
})
const TRACES: Readonly<Record<string, readonly object[]>> = {
  [hashOf(3)]: [
    frame([], THIEF, SECOND_MULE, 39n),
    frame([0], SECOND_MULE, THIEF, 0n, 'Reverted'),
    frame([0, 0], THIEF, ELSEWHERE, 5n),
  ],
  [hashOf(4)]: [frame([], THIEF, ELSEWHERE, 1n, 'out of gas'), frame([0], THIEF, MULE, 7n)],
  [hashOf(5)]: [frame([], MULE, EXCHANGE, 59n), frame([0], MULE, ELSEWHERE, 2n)],
}

const isOf = (item: WireItem, address: string) =>
  [item.from, item.to].some((party) => (party as { readonly hash?: string } | null)?.hash === address)

export interface TheftChain extends ChainReader {
  /** The number of requests for a list or a detail. */
  readonly asked: () => number
}

/** `hasCalls`: adds calls whose reverts are visible only in the calls of their transactions. */
export function theftChain({ hasCalls = false } = {}): TheftChain {
  const base = createSampleChain({ seed: 'made', transactions: 20, now: () => Date.UTC(2026, 0, 1) })
  let asked = 0
  const rowsOf = (id: string): readonly WireItem[] =>
    id.endsWith('internal-transactions')
      ? hasCalls
        ? ALL_CALLS
        : CALLS
      : id.endsWith('token-transfers')
        ? TRANSFERS
        : id.endsWith('-transactions')
          ? TRANSACTIONS
          : []
  return {
    ...base,
    asked: () => asked,
    list(id, { params, after }) {
      asked += 1
      const { address_hash: address, transaction_hash: transaction } = params
      const rows = rowsOf(id).filter((item) =>
        address === undefined ? item.transaction_hash === transaction : isOf(item, address),
      )
      return { items: after ? [] : rows.toReversed(), next: null }
    },
    detail(id, params) {
      asked += 1
      const calls = hasCalls ? TRACES[params.transaction_hash ?? ''] : undefined
      if (id === 'transaction-calls' && calls) return { items: calls }
      const found = TRANSACTIONS.find(({ hash }) => hash === params.transaction_hash)
      if (id === 'transaction' && found) return found
      return id === 'transaction' ? null : base.detail(id, params)
    },
  }
}
