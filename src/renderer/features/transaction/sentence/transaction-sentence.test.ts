import { afterEach, expect, test } from 'vitest'
import type { Decoded, DecodedValue } from '#shared/abi/decoded.ts'
import { setTranslator } from '#shared/text/gettext.ts'
import { stateChange, transaction } from '#shared/chain/transaction.ts'
import type { Token } from '#shared/chain/token.ts'
import { groupStateChanges } from '../state-change-groups.ts'
import { knownAddresses } from '../argument-units.ts'
import { describeTransaction, type SentenceFacts } from './transaction-sentence.ts'
import type { Sentence } from './sentence-parts.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const [ME, ROUTER, USDC, OTHER] = [address('1'), address('2'), address('3'), address('4')]
const ZERO = address('0')
const COIN = { symbol: 'ETH', decimals: 18 }
const ETHER = 10n ** 18n
const FEE = 21_000n * 10n ** 9n
const token = (hash: string, symbol: string, type = 'ERC-20') => ({
  address_hash: hash,
  symbol,
  name: symbol,
  decimals: type === 'ERC-20' ? '6' : null,
  type,
})

interface Change {
  readonly of?: string
  readonly amount: bigint
  readonly token?: object
  readonly id?: string
}

/** Facts of a mined transaction from ME to ROUTER. `changes` of the coin are without the fee, which is added. */
function facts(
  fields: object,
  more: { call?: Decoded | null; error?: Decoded; changes?: readonly Change[]; token?: object } = {},
): SentenceFacts {
  const of = transaction.parse({
    hash: `0x${'a'.repeat(64)}`,
    block_number: 7,
    status: 'ok',
    result: 'success',
    from: { hash: ME },
    to: { hash: ROUTER, is_contract: true },
    value: '0',
    raw_input: '0x12345678',
    fee: { type: 'actual', value: String(FEE) },
    ...fields,
  })
  const items = (more.changes ?? []).map((each) =>
    stateChange.parse({
      address: { hash: each.of ?? ME },
      type: each.token ? 'token' : 'coin',
      token: each.token,
      token_id: each.id,
      change: String(each.token ? each.amount : each.amount - FEE),
    }),
  )
  const onlyFee = stateChange.parse({ address: { hash: ME }, type: 'coin', change: String(-FEE) })
  const all = items.some(({ type }) => type === 'coin') ? items : [onlyFee, ...items]
  return {
    transaction: of,
    coin: COIN,
    call: more.call,
    error: more.error,
    changes: more.changes && groupStateChanges(all, COIN, {}),
    token: more.token as Token | undefined,
    addresses: knownAddresses(of),
  }
}

const call = (name: string, values: Record<string, DecodedValue> = {}, isCertain = true): Decoded => ({
  name,
  signature: `${name}()`,
  selector: '0x12345678',
  origin: isCertain ? 'standard' : 'pack',
  from: 'test',
  isCertain,
  arguments: Object.entries(values).map(([key, value]) => ({ name: key, type: '', value })),
})

afterEach(() => {
  setTranslator(() => null)
})

/** The sentence as text, with amounts in the smallest unit. */
const read = (sentence: Sentence | undefined) =>
  sentence
    ?.map((part) => {
      if (part.kind === 'text' || part.kind === 'reason') return part.text
      if (part.kind === 'amount') return `${String(part.amount)} ${part.asset.name}`
      if (part.kind === 'address') return part.address.hash.slice(0, 4)
      if (part.kind === 'token') return String(part.token.symbol)
      return part.kind === 'method' ? part.name : 'unlimited'
    })
    .join('')
const sentenceOf = (...input: Parameters<typeof facts>) => read(describeTransaction(facts(...input)))

const transfer = (from: string, to: string, of: object, total: object) => ({
  transaction_hash: `0x${'a'.repeat(64)}`,
  log_index: 1,
  from: { hash: from },
  to: { hash: to },
  token: of,
  total,
})

test('a coin sent without a call', () => {
  expect(sentenceOf({ raw_input: '0x', value: '15' })).toBe('Sent 15 ETH to 0x22')
  expect(sentenceOf({ raw_input: '0x', value: '0' }, { changes: [] })).toBeUndefined()
})

test('its parts stand where the language has them', () => {
  setTranslator(() => ({
    locale: 'ja',
    text: (words) => (words === 'Sent %{amount} to %{address}' ? '%{address} ← %{amount}' : words),
    plural: (one) => one,
  }))
  expect(sentenceOf({ raw_input: '0x', value: '15' })).toBe('0x22 ← 15 ETH')
})

test('a token sent by its own function, where the event says the same', () => {
  const usdc = token(USDC, 'USDC')
  const moved = {
    to: { hash: USDC },
    token_transfers: [transfer(ME, OTHER, usdc, { value: '5', decimals: '6' })],
  }
  const asked = call('transfer', { to: OTHER, amount: '5' })
  expect(sentenceOf(moved, { call: asked })).toBe('Sent 5 USDC to 0x44')
  const thousand = [transfer(ME, OTHER, token(USDC, '000 USDC'), { value: '5', decimals: '6' })]
  expect(sentenceOf({ ...moved, token_transfers: thousand }, { call: asked })).toBe(
    'Sent 5 “000 USDC” to 0x44',
  )
  expect(sentenceOf(moved, { call: call('transfer', { to: ROUTER, amount: '5' }) })).toBeUndefined()
  expect(sentenceOf(moved, { call: { ...asked, isCertain: false } })).toBeUndefined()
  const taken = { ...moved, token_transfers: [transfer(ROUTER, OTHER, usdc, { value: '5', decimals: '6' })] }
  expect(sentenceOf(taken, { call: call('transferFrom', { from: ROUTER, to: OTHER, amount: '5' }) })).toBe(
    'Moved 5 USDC from 0x22 to 0x44',
  )
})

test('an approval: an amount, unlimited, revoked, an NFT, all of them', () => {
  const usdc = token(USDC, 'USDC')
  const approve = (amount: string, of: object = usdc) =>
    sentenceOf({ to: { hash: USDC } }, { call: call('approve', { spender: OTHER, amount }), token: of })
  expect(approve('12')).toBe('Approved 12 USDC for 0x44')
  expect(approve(String(2n ** 256n - 1n))).toBe('Approved unlimited USDC for 0x44')
  expect(approve('0')).toBe('Revoked the approval of USDC for 0x44')
  expect(approve('12', token(USDC, 'FACE', 'ERC-721'))).toBe('Approved 1 FACE #12 for 0x44')
  expect(
    sentenceOf({ to: { hash: USDC } }, { call: call('approve', { spender: OTHER, amount: '1' }) }),
  ).toBeUndefined()
  const all = (approved: string) =>
    sentenceOf(
      { to: { hash: USDC } },
      { call: call('setApprovalForAll', { operator: OTHER, approved }), token: usdc },
    )
  expect(all('true')).toBe('Approved all USDC for 0x44')
  expect(all('false')).toBe('Revoked the approval of all USDC for 0x44')
})

test('a swap, by what the sender gave and got and by the name of the call', () => {
  const changes = [{ amount: -2n * ETHER }, { amount: 6_000n, token: token(USDC, 'USDC') }]
  const value = { value: String(2n * ETHER) }
  const swap = call('swapExactETHForTokens')
  const swapped = 'Swapped 2000000000000000000 ETH for 6000 USDC on 0x22'
  expect(sentenceOf(value, { call: swap, changes })).toBe(swapped)
  const router = call('execute', {
    inputs: {
      list: [
        {
          bytes: '0x',
          calls: [{ to: null, value: null, input: '0x', kind: 'command', decoded: call('V3_SWAP_EXACT_IN') }],
        },
      ],
    },
  })
  expect(sentenceOf(value, { call: router, changes })).toBe(swapped)
  expect(sentenceOf(value, { call: null, changes })).toBe(
    'Paid 2000000000000000000 ETH and received 6000 USDC at 0x22',
  )
})

test('the coin wrapped and unwrapped, at the same amount only', () => {
  const weth = token(ROUTER, 'WETH')
  const changes = [{ amount: -ETHER }, { amount: ETHER, token: weth }]
  expect(sentenceOf({ value: String(ETHER) }, { changes })).toBe(
    'Wrapped 1000000000000000000 ETH into 1000000000000000000 WETH',
  )
  const back = [{ amount: ETHER }, { amount: -ETHER, token: weth }]
  expect(sentenceOf({}, { changes: back })).toBe(
    'Unwrapped 1000000000000000000 WETH into 1000000000000000000 ETH',
  )
})

test('what comes from the zero address is minted', () => {
  const face = token(USDC, 'FACE', 'ERC-721')
  const minted = { token_transfers: [transfer(ZERO, ME, face, { token_id: '9' })] }
  const changes = [{ amount: 1n, token: face, id: '9' }]
  expect(sentenceOf(minted, { changes })).toBe('Minted 1 FACE #9')
  expect(sentenceOf({ ...minted, value: '7' }, { changes: [{ amount: -7n }, ...changes] })).toBe(
    'Minted 1 FACE #9 for 7 ETH',
  )
})

test('a failure says what failed and with which error, decoded', () => {
  const failed = { status: 'error', revert_reason: { raw: '08c379a0' } }
  expect(sentenceOf(failed)).toBe('Failed: error 0x08c379a0')
  const guess = call('TooLate', { deadline: '7' }, false)
  expect(sentenceOf(failed, { error: guess })).toBe('Failed: error 0x08c379a0')
  expect(sentenceOf(failed, { error: call('Error', { '': 'too little' }) })).toBe('Failed: too little')
  expect(sentenceOf(failed, { error: call('TooLate', { deadline: '7' }) })).toBe('Failed: TooLate')
  expect(sentenceOf(failed, { call: call('vote'), error: call('TooLate', { deadline: '7' }) })).toBe(
    'vote of 0x22 failed: TooLate',
  )
  expect(sentenceOf({ status: 'error' }, { call: call('vote') })).toBe(
    'vote of 0x22 failed: without a reason',
  )
})

test('nothing where it is not sure', () => {
  // In order: pending; the balance lost more than value and fee; the sender is the validator; changes incomplete;
  // name from a list.
  expect(sentenceOf({ block_number: null, status: null })).toBeUndefined()
  expect(sentenceOf({}, { changes: [{ amount: -1n }] })).toBeUndefined()
  expect(sentenceOf({}, { call: call('vote') })).toBeUndefined()
  expect(sentenceOf({}, { call: call('vote', {}, false), changes: [] })).toBeUndefined()
  expect(sentenceOf({}, { call: call('vote'), changes: [] })).toBe('Called vote on 0x22')
})
