/** Tests each rule against the specifications named at the head of its file. */
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { block, withdrawal } from '#shared/chain/block.ts'
import { coinFactsOf } from '#shared/coin-facts.ts'
import { coinBalance } from '#shared/chain/coin-balance.ts'
import { tokenTransfer } from '#shared/chain/token.ts'
import { internalTransaction, transaction } from '#shared/chain/transaction.ts'
import type { Movement } from '../movement.ts'
import { blockReward } from './block-reward.ts'
import { countCoinOnce } from './coin-transfers.ts'
import { withoutFeeTransfers } from './fee-transfers.ts'
import { internalValue } from './internal-value.ts'
import { layerDeposit } from './layer-deposit.ts'
import { openingBalance } from './opening-balance.ts'
import { isHidden, tokenTransferred } from './token-transfer.ts'
import { burntCoins } from './self-destruct.ts'
import { transactionFee } from './transaction-fee.ts'
import { transactionValue } from './transaction-value.ts'
import { createClaims, validatorWithdrawal } from './validator-withdrawal.ts'
import { wrappedCoin } from './wrapped-coin.ts'

const hashOf = (digit: string, length = 40) => `0x${digit.repeat(length)}`
const ME = { address: hashOf('a'), coin: {} }
const me = { hash: ME.address.toUpperCase().replace('0X', '0x') }
const other = { hash: hashOf('b') }
const zero = { hash: hashOf('0') }
const MAX = 2n ** 256n - 1n
const amounts = (movements: readonly Movement[]) =>
  movements.map(({ rule, amount }) => `${rule} ${String(amount)}`)

const aTransaction = (more: object = {}) =>
  z.parse(transaction, {
    hash: hashOf('1', 64),
    block_number: 7,
    timestamp: '2025-01-01T00:00:00.000000Z',
    position: 3,
    status: 'ok',
    from: me,
    to: other,
    value: '100',
    gas_used: '21000',
    gas_price: '2',
    fee: { type: 'actual', value: '42000' },
    ...more,
  })

describe('the price of a movement', () => {
  const rates = { exchange_rate: '2412.55', historic_exchange_rate: '1800.1' }
  test('is that of then where the row tells it, else that of now, and else none', () => {
    const pricesOf = (more: object) =>
      [transactionValue, transactionFee].map((rule) => rule(aTransaction(more), ME)[0]?.price)
    expect(pricesOf(rates)).toEqual(Array(2).fill({ usd: '1800.1', of: 'then' }))
    expect(pricesOf({ exchange_rate: '2412.55' })).toEqual(Array(2).fill({ usd: '2412.55', of: 'now' }))
    expect(pricesOf({})).toEqual([undefined, undefined])
  })
  test('of a token is that of now, and an NFT has none', () => {
    const priceOf = (type: string) =>
      tokenTransferred(
        z.parse(tokenTransfer, {
          token: { address_hash: hashOf('c'), type, exchange_rate: '0.999' },
          from: other,
          to: me,
          total: [{ value: '5', token_id: type === 'ERC-721' ? '1' : null }],
          block_number: 7,
          log_index: 1,
          transaction_hash: hashOf('1', 64),
        }),
        'row',
        ME,
      )[0]?.price
    expect(priceOf('ERC-20')).toEqual({ usd: '0.999', of: 'now' })
    expect(priceOf('ERC-721')).toBeUndefined()
  })
})

describe('the value of a transaction', () => {
  test.each([
    ['out', {}, ['value -100']],
    ['in', { from: other, to: me }, ['value 100']],
    ['with a contract it creates', { to: null, created_contract: other }, ['creation -100']],
    [
      'of a creation that made this contract',
      { from: other, to: null, created_contract: me },
      ['creation 100'],
    ],
    ['where the source says it in words alone', { status: null, result: 'success' }, ['value -100']],
    ['not where it failed', { status: 'error' }, []],
    ['not where nobody knows whether it did', { status: null, result: 'awaiting_internal_transactions' }, []],
    ['not where nothing is said of it', { status: undefined }, []],
    ['not where it is pending', { block_number: null }, []],
    ['not to oneself', { to: me }, []],
    ['of the largest amount', { value: String(MAX) }, [`value -${String(MAX)}`]],
  ])('moves %s', (_, more, expected) => {
    expect(amounts(transactionValue(aTransaction(more), ME))).toEqual(expected)
  })
})

describe('the fee of a transaction', () => {
  test.each([
    ['its sender', {}, ['fee -42000']],
    ['its sender where it failed', { status: 'error' }, ['fee -42000']],
    ['its sender of one to oneself', { to: me }, ['fee -42000']],
    ['nobody else', { from: other, to: me }, []],
    ['nobody while it is pending', { block_number: null }, []],
    ['with what a rollup added to it', { fee: { value: '42777' }, l1_fee: '777' }, ['fee -42777']],
    ['by gas and its price where it is not said', { fee: null }, ['fee -42000']],
    ['with the layer below where the sum is not said', { fee: null, l1_fee: '777' }, ['fee -42777']],
    [
      'with the one for blobs, listed apart',
      { blob_gas_used: '131072', blob_gas_price: '1' },
      ['fee -173072'],
    ],
    [
      'with the one for blobs, which is in it',
      { fee: { value: '173072' }, blob_gas_used: '131072', blob_gas_price: '1' },
      ['fee -173072'],
    ],
    ['nobody where it is only the most it can be', { fee: { type: 'maximum', value: '42000' } }, []],
    ['nobody where it is not known', { fee: null, gas_price: null }, []],
  ])('is paid by %s', (_, more, expected) => {
    expect(amounts(transactionFee(aTransaction(more), ME))).toEqual(expected)
  })

  const token = {
    address_hash: hashOf('C'),
    symbol: 'cUSD',
    decimals: '18',
    type: 'ERC-20',
    exchange_rate: '1',
  }
  test.each([
    ['a token of Celo', { celo: { gas_token: token } }, [hashOf('c'), -42000n]],
    ['the token of a chain', { gas_token: hashOf('C') }, [hashOf('c'), -42000n]],
    ['what Stability says', { stability_fee: { token, total_fee: '7' } }, [hashOf('c'), -7n]],
    ['coins, by the contract that stands for them', { gas_token: hashOf('d') }, ['coin', -42000n]],
  ])('is paid in %s', (_, more, expected) => {
    const ledger = { ...ME, coin: { contract: hashOf('d') } }
    expect(transactionFee(aTransaction(more), ledger).map(({ asset, amount }) => [asset, amount])).toEqual([
      expected,
    ])
  })
  test('has the price of its token, and not the coin’s', () => {
    const priced = { exchange_rate: '2412.55', celo: { gas_token: token } }
    expect(transactionFee(aTransaction(priced), ME)[0]?.price).toEqual({ usd: '1', of: 'now' })
  })
})

describe('transfers that tell of a fee in a token', () => {
  const token = { address_hash: hashOf('c'), type: 'ERC-20' }
  const fee = transactionFee(aTransaction({ gas_token: token }), ME)
  const moved = (log: number, from: object, to: object, value: string) =>
    tokenTransferred(
      z.parse(tokenTransfer, {
        transaction_hash: hashOf('1', 64),
        log_index: log,
        block_number: 7,
        from,
        to,
        token,
        total: { value },
      }),
      'row',
      ME,
    )
  const sold = moved(2, me, other, '500')
  test.each([
    [
      'set aside, and the rest given back',
      [...moved(1, me, zero, '60000'), ...sold, ...moved(3, zero, me, '18000')],
      ['transfer -500'],
    ],
    ['set aside, and nothing given back', [...moved(1, me, zero, '42000'), ...sold], ['transfer -500']],
    ['sent to whoever gets it', [...sold, ...moved(3, me, other, '42000')], ['transfer -500']],
    [
      'sent to three who get it',
      [
        ...sold,
        ...moved(3, me, other, '40000'),
        ...moved(4, me, other, '1500'),
        ...moved(5, me, other, '500'),
      ],
      ['transfer -500'],
    ],
    [
      'not what has another sum',
      [...sold, ...moved(3, me, other, '41999')],
      ['transfer -500', 'transfer -41999'],
    ],
  ])('are not counted again: %s', (_, transfers, expected) => {
    expect(amounts(withoutFeeTransfers([...fee, ...transfers]))).toEqual(['fee -42000', ...expected])
  })
  test('are what they are where the fee is in coins', () => {
    const inCoins = transactionFee(aTransaction(), ME)
    const same = moved(3, me, other, '42000')
    expect(withoutFeeTransfers([...inCoins, ...same])).toHaveLength(2)
  })
})

describe('a deposit from the layer below', () => {
  test.each([
    ['at its sender', { type: 126 }, ['deposit 100']],
    ['at its sender where it fails, too', { type: 126, status: 'error' }, ['deposit 100']],
    ['at its sender who is its receiver', { type: 100, to: me }, ['deposit 100']],
    ['not at its receiver', { type: 126, from: other, to: me }, []],
    ['not of nothing', { type: 126, value: '0' }, []],
    ['not by any other transaction', { type: 2 }, []],
    ['not while it is pending', { type: 126, block_number: null }, []],
    ['of what was made, where the source says it', { type: 126, mint: '7' }, ['deposit 7']],
    ['of nothing, where the source says it', { type: 126, mint: '0' }, []],
  ])('is made %s', (_, more, expected) => {
    expect(amounts(layerDeposit(aTransaction(more), ME))).toEqual(expected)
  })
})

describe('a call inside a transaction', () => {
  const call = (more: object) =>
    z.parse(internalTransaction, {
      transaction_hash: hashOf('1', 64),
      index: 2,
      block_number: 7,
      type: 'call',
      from: other,
      to: me,
      success: true,
      value: '5',
      ...more,
    })
  test.each([
    ['a call', {}, ['internal 5']],
    ['a creation', { type: 'create2', from: me, to: null, created_contract: other }, ['creation -5']],
    ['a contract that ends', { type: 'selfdestruct' }, ['self-destruct 5']],
    ['not a delegatecall', { type: 'delegatecall' }, []],
    ['not a callcode', { type: 'callcode' }, []],
    ['not a staticcall', { type: 'staticcall' }, []],
    ['not a delegatecall that is named apart', { call_type: 'delegatecall' }, []],
    ['not a failed one', { success: false }, []],
    ['not one with an error', { success: null, error: 'reverted' }, []],
    ['not the transaction itself', { index: 0 }, []],
    ['not a reward', { type: 'reward' }, []],
    ['not to oneself', { from: me }, []],
  ])('moves coins by %s', (_, more, expected) => {
    expect(amounts(internalValue(call(more), ME))).toEqual(expected)
  })
})

describe('the contract that stands for the coin', () => {
  const contract = hashOf('e')
  const ledger = { ...ME, coin: { contract } }
  const moved = (log: number, from: object, to: object, value: string) =>
    tokenTransferred(
      z.parse(tokenTransfer, {
        transaction_hash: hashOf('1', 64),
        log_index: log,
        block_number: 7,
        from,
        to,
        token: { address_hash: contract.toUpperCase().replace('0X', '0x'), type: 'ERC-20' },
        total: { value },
      }),
      'row',
      ledger,
    )
  const sent = transactionValue(aTransaction(), ledger)
  const fee = transactionFee(aTransaction(), ledger)
  const bank = { hash: hashOf('8') }
  test.each([
    ['a value and a transfer of it', [...sent, ...moved(1, me, other, '100')], ['value -100']],
    [
      'one by way of it, as on Polygon',
      [...transactionValue(aTransaction({ to: { hash: contract } }), ledger), ...moved(1, me, other, '100')],
      ['value -100'],
    ],
    ['one that only it tells, as on Celo', moved(1, me, other, '100'), ['transfer -100']],
    [
      'two of one amount, of which a row tells one',
      [...sent, ...moved(1, me, other, '100'), ...moved(2, me, other, '100')],
      ['value -100', 'transfer -100'],
    ],
    [
      'a fee that is taken and given back, as on ZKsync',
      [
        ...fee,
        ...moved(1, me, bank, '50000'),
        ...sent,
        ...moved(2, me, other, '100'),
        ...moved(3, bank, me, '8000'),
      ],
      ['fee -42000', 'value -100'],
    ],
    [
      'what is made below, and carried on',
      [...layerDeposit(aTransaction({ type: 126 }), ledger), ...moved(1, zero, me, '100'), ...sent],
      ['deposit 100', 'value -100'],
    ],
    [
      'nothing of another direction',
      [...sent, ...moved(1, other, me, '100')],
      ['value -100', 'transfer 100'],
    ],
  ])('is counted once: %s', (_, movements, expected) => {
    expect(movements.map(({ asset }) => asset)).toEqual(movements.map(() => 'coin'))
    expect(amounts(countCoinOnce(movements))).toEqual(expected)
  })
})

describe('a contract that is made and destroyed in one transaction', () => {
  const of = (index: number, more: object) =>
    z.parse(internalTransaction, {
      transaction_hash: hashOf('1', 64),
      index,
      block_number: 7,
      type: 'call',
      from: other,
      to: me,
      success: true,
      value: '5',
      ...more,
    })
  const end = (index: number, more: object) => of(index, { type: 'selfdestruct', from: me, to: me, ...more })
  const made = new Set([hashOf('1', 64)])
  test.each([
    ['what it gives to itself', [end(2, {})], made, ['self-destruct -5']],
    [
      'that twice',
      [end(2, {}), of(3, {}), end(4, { value: '6' })],
      made,
      ['self-destruct -5', 'self-destruct -6'],
    ],
    [
      'what comes later',
      [end(2, { to: other }), of(3, {}), of(4, { value: '9' })],
      made,
      ['self-destruct -14'],
    ],
    ['both', [end(2, {}), of(3, {})], made, ['self-destruct -5', 'self-destruct -5']],
    ['nothing where it gives all away', [end(2, { to: other })], made, []],
    ['nothing where that was undone', [end(2, { success: false })], made, []],
    ['nothing where it was there before', [end(2, {})], new Set<string>(), []],
  ])('loses %s', (_, calls, madeIn, expected) => {
    const movements = calls.flatMap((call) => internalValue(call, ME))
    expect(amounts(burntCoins(calls, madeIn, movements, ME))).toEqual(expected)
  })
})

describe('a token transfer', () => {
  const transfer = (more: object) =>
    z.parse(tokenTransfer, {
      transaction_hash: hashOf('1', 64),
      log_index: 4,
      block_number: 7,
      from: other,
      to: me,
      token: { address_hash: hashOf('C'), type: 'ERC-20', decimals: null },
      total: { value: '9', decimals: null },
      ...more,
    })
  const nft = { token: { address_hash: hashOf('c'), type: 'ERC-721' }, total: { token_id: String(MAX) } }
  const multi = { token: { address_hash: hashOf('c'), type: 'ERC-1155' } }
  test.each([
    ['in, of a token without decimals', {}, ['transfer 9']],
    ['out', { from: me, to: other }, ['transfer -9']],
    ['minted', { from: zero }, ['mint 9']],
    ['burnt', { from: me, to: zero }, ['burn -9']],
    ['not to oneself', { from: me }, []],
    ['one NFT', nft, ['transfer 1']],
    [
      'a batch of ids',
      {
        ...multi,
        total: [
          { token_id: '1', value: '2' },
          { token_id: '2', value: '3' },
        ],
      },
      ['transfer 2', 'transfer 3'],
    ],
    ['not of an amount that is hidden', { total: { value: null } }, []],
  ])('moves %s', (_, more, expected) => {
    expect(amounts(tokenTransferred(transfer(more), 'row', ME))).toEqual(expected)
  })

  test('is of a collection, or of an id of a multi-token', () => {
    const assetsOf = (more: object) =>
      tokenTransferred(transfer(more), 'row', ME).map(({ asset, nft: id }) => [asset, id])
    expect(assetsOf({})).toEqual([[hashOf('c'), null]])
    expect(assetsOf(nft)).toEqual([[hashOf('c'), String(MAX)]])
    expect(assetsOf({ ...multi, total: { token_id: '1', value: '2' } })).toEqual([[`${hashOf('c')}:1`, '1']])
  })

  test('of a confidential token says who, and not how much', () => {
    expect(isHidden(transfer({ total: { value: null } }))).toBe(true)
    expect(isHidden(transfer({}))).toBe(false)
    expect(isHidden(transfer(nft))).toBe(false)
  })

  test('does not make the zero address a holder', () => {
    expect(tokenTransferred(transfer({ to: zero }), 'row', { ...ME, address: zero.hash })).toEqual([])
  })
})

test('a validator’s withdrawal is wei already', () => {
  const row = z.parse(withdrawal, { index: '12', amount: '32000000000000000000', block_number: 9 })
  expect(amounts(validatorWithdrawal(row, ME))).toEqual(['withdrawal 32000000000000000000'])
  expect(validatorWithdrawal({ ...row, block_number: null }, ME)).toEqual([])
})

describe('a withdrawal that is paid in a token', () => {
  const facts = coinFactsOf('100')
  const { token = '', payer = '' } = facts.withdrawals ?? {}
  const ledger = { ...ME, coin: facts }
  const due = (index: number, amount: string) =>
    validatorWithdrawal(z.parse(withdrawal, { index: String(index), amount, block_number: index }), ledger)
  const sent = (value: string, from = payer) =>
    tokenTransferred(
      z.parse(tokenTransfer, {
        transaction_hash: hashOf('1', 64),
        log_index: 4,
        block_number: 7,
        from: { hash: from },
        to: me,
        token: { address_hash: token, type: 'ERC-20' },
        total: { value },
      }),
      'row',
      ledger,
    )
  test.each([['100'], ['10200']])('is a part of 32, and no coin, on chain %s', (chain) => {
    const coin = coinFactsOf(chain)
    const row = z.parse(withdrawal, { index: '12', amount: '32000000000000000032', block_number: 9 })
    expect(validatorWithdrawal(row, { ...ME, coin }).map(({ asset, amount }) => [asset, amount])).toEqual([
      [coin.withdrawals?.token, 1_000_000_000_000_000_001n],
    ])
  })
  test('is counted once where it was claimed, and stands where it was not', () => {
    const read = createClaims(ledger)
    const blocks = [due(9, '320'), sent('12'), due(8, '320'), due(7, '64'), due(6, '96')]
    expect(blocks.map((block) => amounts(read(block)))).toEqual([
      ['withdrawal 10'],
      ['transfer 12'],
      [],
      [],
      ['withdrawal 3'],
    ])
  })
  test('is not told by what others send', () => {
    const read = createClaims(ledger)
    expect([sent('10', other.hash), due(8, '320')].map((block) => amounts(read(block)))).toEqual([
      ['transfer 10'],
      ['withdrawal 10'],
    ])
  })
})

describe('a block', () => {
  const made = (more: object) =>
    z.parse(block, { hash: hashOf('2', 64), height: 9, miner: me, type: 'block', priority_fee: '3', ...more })
  test.each([
    ['its tips', {}, ['block-reward 3']],
    [
      'its reward, tips included',
      { rewards: [{ type: 'Miner Reward', reward: '2000' }] },
      ['block-reward 2000'],
    ],
    [
      'its tips beside what others get',
      { rewards: [{ type: 'Emission Reward', reward: '8' }] },
      ['block-reward 3'],
    ],
    ['nothing as an uncle', { type: 'uncle' }, []],
    ['nothing to somebody else', { miner: other }, []],
  ])('pays %s', (_, more, expected) => {
    expect(amounts(blockReward(made(more), ME))).toEqual(expected)
  })
})

describe('the oldest row of the history', () => {
  const row = (more: object) => z.parse(coinBalance, { block_number: 5, value: '10', delta: '4', ...more })
  test.each([
    ['what was there before', {}, ['genesis 6']],
    ['what the chain began with', { block_number: 0, delta: '10' }, ['genesis 10']],
    ['nothing where there was nothing', { delta: '10' }, []],
    ['nothing where it is not known', { value: null }, []],
  ])('tells %s', (_, more, expected) => {
    expect(amounts(openingBalance(row(more)))).toEqual(expected)
  })
})

describe('a wrapped coin', () => {
  const wrapper = hashOf('d')
  const sent = transactionValue(aTransaction({ to: { hash: wrapper } }), ME)
  const minted = tokenTransferred(
    z.parse(tokenTransfer, {
      transaction_hash: hashOf('1', 64),
      log_index: 4,
      block_number: 7,
      from: zero,
      to: me,
      token: { address_hash: wrapper, type: 'ERC-20' },
      total: { value: '100' },
    }),
    'row',
    ME,
  )
  test('is minted for coins that no transfer tells of', () => {
    expect(wrappedCoin(sent, wrapper)).toMatchObject([{ rule: 'wrapped', asset: wrapper, amount: 100n }])
  })
  test('is not counted twice where one does', () => {
    expect(wrappedCoin([...sent, ...minted], wrapper)).toEqual([])
  })
  test('is not made of other coins', () => {
    expect(wrappedCoin(transactionValue(aTransaction(), ME), wrapper)).toEqual([])
  })
})
