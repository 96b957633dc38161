/** What each rule makes of a row: by the sources that stand at its head. */
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { block, withdrawal } from '#shared/chain/block.ts'
import { coinBalance } from '#shared/chain/coin-balance.ts'
import { tokenTransfer } from '#shared/chain/token.ts'
import { internalTransaction, transaction } from '#shared/chain/transaction.ts'
import type { Movement } from '../movement.ts'
import { blockReward } from './block-reward.ts'
import { internalValue } from './internal-value.ts'
import { layerDeposit } from './layer-deposit.ts'
import { openingBalance } from './opening-balance.ts'
import { isHidden, tokenTransferred } from './token-transfer.ts'
import { transactionFee } from './transaction-fee.ts'
import { transactionValue } from './transaction-value.ts'
import { validatorWithdrawal } from './validator-withdrawal.ts'
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
    ['not where it failed', { status: 'error' }, []],
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
  ])('is paid by %s', (_, more, expected) => {
    expect(amounts(transactionFee(aTransaction(more), ME))).toEqual(expected)
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
  expect(amounts(validatorWithdrawal(row))).toEqual(['withdrawal 32000000000000000000'])
  expect(validatorWithdrawal({ ...row, block_number: null })).toEqual([])
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
