/** Tests that an item in any dialect is read into the common form. */
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { listItem } from '../lists/list-items.ts'
import { LIST_IDS, listEndpoint, type ListId } from '../lists/list-table.ts'
import { addressDetail, addressRef } from './address.ts'

const address = (seed: number) => `0x${seed.toString(16).padStart(40, '0')}`
const hash = (seed: number) => `0x${seed.toString(16).padStart(64, '0')}`
const MAX = '115792089237316195423570985008687907853269984665640564039457584007913129639935'

const read = (list: ListId, item: unknown) => z.parse(listItem(list), item)

const TOKEN = { address_hash: address(3), name: 'Glass', symbol: 'GLS', decimals: '6', type: 'ERC-20' }
const LEGACY_TOKEN = { address: address(3), name: 'Glass', symbol: 'GLS', decimals: '6', type: 'ERC-20' }
const TAG = {
  slug: 'exchange',
  name: 'Exchange',
  tagType: 'name',
  ordinal: 0,
  meta: { 'tagIcon ': 'data:,' },
}

interface Example {
  readonly list: ListId
  readonly what: string
  /** The common form. */
  readonly as: object
  /** The original by dialect. */
  readonly from: Readonly<Record<string, object>>
}

const EXAMPLES: readonly Example[] = [
  {
    list: 'token-transfers',
    what: 'a transfer of coins of a token',
    as: {
      transaction_hash: hash(1),
      log_index: 4,
      block_number: 100,
      token: { ...TOKEN, holders_count: '12' },
      total: [{ value: MAX, decimals: '6' }],
      type: 'token_transfer',
    },
    from: {
      spec: {
        transaction_hash: hash(1),
        log_index: 4,
        block_number: 100,
        token: { ...TOKEN, holders_count: '12' },
        total: { value: MAX, decimals: '6' },
        type: 'token_transfer',
      },
      legacy: {
        tx_hash: hash(1),
        log_index: '4',
        block: 100,
        token: { ...LEGACY_TOKEN, holders: 12 },
        total: { value: MAX, decimals: 6 },
        type: 'token_transfer',
      },
    },
  },
  {
    list: 'token-transfers',
    what: 'a batch of a multi-token',
    as: {
      transaction_hash: hash(1),
      log_index: 4,
      total: [
        { token_id: '1', value: '10' },
        { token_id: MAX, value: '20' },
      ],
    },
    from: {
      legacy: {
        tx_hash: hash(1),
        log_index: 4,
        total: [
          { token_id: '1', value: '10' },
          { token_id: MAX, value: '20' },
        ],
      },
    },
  },
  {
    list: 'token-transfers',
    what: 'a transfer that does not tell what was moved',
    as: { transaction_hash: hash(1), log_index: 4, total: [], method: null, timestamp: null, to: null },
    from: {
      null: { transaction_hash: hash(1), log_index: 4, total: null, method: null, timestamp: null, to: null },
      absent: { transaction_hash: hash(1), log_index: 4, method: null, timestamp: null, to: null },
    },
  },
  {
    list: 'token-transfers-of-token',
    what: 'a confidential amount',
    as: { transaction_hash: hash(1), log_index: 4, total: [{ value: null, decimals: '6' }] },
    from: { v12: { transaction_hash: hash(1), log_index: 4, total: { value: null, decimals: '6' } } },
  },
  {
    list: 'token-transfers-of-token',
    what: 'an NFT that moved',
    as: {
      transaction_hash: hash(1),
      log_index: 4,
      total: [
        { token_id: '7', token_instance: { id: '7', is_unique: null, owner: null, metadata: { any: [1] } } },
      ],
    },
    from: {
      pro: {
        transaction_hash: hash(1),
        log_index: 4,
        total: {
          token_id: '7',
          token_instance: { id: '7', is_unique: null, owner: null, metadata: { any: [1] } },
        },
      },
    },
  },
  {
    list: 'address-tokens',
    what: 'a balance',
    as: { token: { ...TOKEN, holders_count: '99', exchange_rate: '1.0001' }, token_id: null, value: MAX },
    from: {
      spec: { token: { ...TOKEN, holders_count: '99', exchange_rate: '1.0001' }, token_id: null, value: MAX },
      legacy: { token: { ...LEGACY_TOKEN, holders: 99, exchange_rate: 1.0001 }, token_id: null, value: MAX },
    },
  },
  {
    list: 'address-internal-transactions',
    what: 'a call',
    as: {
      transaction_hash: hash(1),
      index: 2,
      block_number: 5,
      type: 'call',
      value: '0',
      success: true,
      to: null,
    },
    from: {
      spec: {
        transaction_hash: hash(1),
        index: 2,
        block_number: 5,
        type: 'call',
        value: '0',
        success: true,
        to: null,
      },
      legacy: {
        transaction_hash: hash(1),
        index: 2,
        block: 5,
        type: 'call',
        value: 0,
        success: true,
        to: null,
      },
      older: { tx_hash: hash(1), index: 2, block: 5, type: 'call', value: '0', success: true, to: null },
    },
  },
  {
    list: 'transaction-state-changes',
    what: 'a change of coin',
    as: {
      address: { hash: address(1) },
      type: 'coin',
      change: '-5',
      balance_before: '5',
      balance_after: '0',
    },
    from: {
      spec: {
        address_hash: { hash: address(1) },
        type: 'coin',
        change: '-5',
        balance_before: '5',
        balance_after: '0',
      },
      v11: {
        address: { hash: address(1) },
        type: 'coin',
        change: '-5',
        balance_before: '5',
        balance_after: '0',
      },
    },
  },
  {
    list: 'transaction-state-changes',
    what: 'an NFT that went',
    as: {
      address: { hash: address(1) },
      type: 'token',
      token: TOKEN,
      change: [{ direction: 'from', total: { token_id: '5' } }],
      balance_before: null,
    },
    from: {
      spec: {
        address_hash: { hash: address(1) },
        type: 'token',
        token: TOKEN,
        change: [{ direction: 'from', total: { token_id: '5' } }],
        balance_before: null,
      },
      legacy: {
        address: { hash: address(1) },
        type: 'token',
        token: LEGACY_TOKEN,
        change: [{ direction: 'from', total: { token_id: 5 } }],
        balance_before: null,
      },
    },
  },
  {
    list: 'token-instances',
    what: 'an NFT of a token',
    as: { id: MAX, is_unique: true, owner: null, animation_url: '', metadata: 'a text' },
    from: {
      v12: { id: MAX, is_unique: true, owner: null, animation_url: '', metadata: 'a text' },
    },
  },
  {
    list: 'address-nfts',
    what: 'an NFT of an address',
    as: { id: '7', token: TOKEN, token_type: 'ERC-721', value: '1' },
    from: {
      spec: { id: '7', token: TOKEN, token_type: 'ERC-721', value: '1' },
      legacy: { id: 7, token: LEGACY_TOKEN, token_type: 'ERC-721', value: '1' },
    },
  },
  {
    list: 'address-blocks-validated',
    what: 'a block',
    as: {
      hash: hash(1),
      height: 9,
      transactions_count: 3,
      transaction_fees: '12',
      uncles_hashes: [hash(2)],
      rewards: [{ reward: '2000000000000000000', type: 'Miner Reward' }],
      gas_target_percentage: -12.5,
      burnt_fees_percentage: null,
    },
    from: {
      spec: {
        hash: hash(1),
        height: 9,
        transactions_count: 3,
        transaction_fees: '12',
        uncles_hashes: [hash(2)],
        rewards: [{ reward: '2000000000000000000', type: 'Miner Reward' }],
        gas_target_percentage: -12.5,
        burnt_fees_percentage: null,
      },
      legacy: {
        hash: hash(1),
        height: 9,
        tx_count: 3,
        tx_fees: '12',
        uncles_hashes: [{ hash: hash(2) }],
        rewards: [{ reward: '2000000000000000000', type: 'Miner Reward' }],
        gas_target_percentage: '-12.5',
        burnt_fees_percentage: null,
      },
    },
  },
  {
    list: 'address-transactions',
    what: 'a transaction',
    as: {
      hash: hash(1),
      block_number: 7,
      transaction_types: ['coin_transfer'],
      transaction_burnt_fee: '5',
      transaction_tag: null,
      has_error_in_internal_transactions: false,
      gas_limit: '21000',
      value: MAX,
      to: null,
    },
    from: {
      spec: {
        hash: hash(1),
        block_number: 7,
        transaction_types: ['coin_transfer'],
        transaction_burnt_fee: '5',
        transaction_tag: null,
        has_error_in_internal_transactions: false,
        gas_limit: 21000,
        value: MAX,
        to: null,
      },
      legacy: {
        hash: hash(1),
        block: 7,
        tx_types: ['coin_transfer'],
        tx_burnt_fee: '5',
        tx_tag: null,
        has_error_in_internal_txs: false,
        gas_limit: '21000',
        value: MAX,
        to: null,
      },
    },
  },
  {
    list: 'address-transactions',
    what: 'a pending transaction',
    as: {
      hash: hash(1),
      block_number: null,
      position: null,
      status: null,
      gas_used: null,
      confirmation_duration: [],
    },
    from: {
      v11: {
        hash: hash(1),
        block_number: null,
        position: null,
        status: null,
        gas_used: null,
        confirmation_duration: [],
      },
      legacy: {
        hash: hash(1),
        block: null,
        position: null,
        status: null,
        gas_used: null,
        confirmation_duration: [],
      },
    },
  },
  {
    list: 'token-holders',
    what: 'a holder of a multi-token',
    as: {
      address: { hash: address(1), implementations: [{ name: 'Logic' }], metadata: { tags: [TAG] } },
      token_id: '7',
      value: '12',
    },
    from: {
      spec: {
        address: { hash: address(1), implementation_name: 'Logic', metadata: TAG },
        token_id: '7',
        value: 12,
      },
      v12: {
        address: { hash: address(1), implementations: [{ name: 'Logic' }], metadata: { tags: [TAG] } },
        token_id: '7',
        value: '12',
      },
    },
  },
  {
    list: 'address-withdrawals',
    what: 'a withdrawal',
    as: { index: '5', validator_index: '18446744073709551615', amount: '32', block_number: 9 },
    from: {
      spec: { index: 5, validator_index: '18446744073709551615', amount: '32', block_number: 9 },
      legacy: { index: '5', validator_index: '18446744073709551615', amount: '32', block: 9 },
    },
  },
]

describe.each(EXAMPLES)('$list: $what', ({ list, as, from }) => {
  it.each(Object.entries(from))('as %s writes it', (_dialect, item) => {
    expect(read(list, item)).toEqual(as)
  })
})

it('every list of the specification has its example', () => {
  const shown = new Set(EXAMPLES.map((example) => example.list))
  expect(LIST_IDS.filter((id) => listEndpoint(id).operations.length > 0 && !shown.has(id))).toEqual([])
})

describe('an address reference', () => {
  const of = (more: object) => ({ hash: address(1), ...more })

  it.each([
    ['one tag', { metadata: TAG }, { metadata: { tags: [TAG] } }],
    ['many tags', { metadata: { tags: [TAG, TAG] } }, { metadata: { tags: [TAG, TAG] } }],
    ['no tag', { metadata: {} }, { metadata: { tags: [] } }],
    ['null for tags', { metadata: { tags: null } }, { metadata: { tags: null } }],
    ['null', { metadata: null }, { metadata: null }],
    ['implementation_name', { implementation_name: 'Proxy' }, { implementations: [{ name: 'Proxy' }] }],
    [
      'implementation_address',
      { implementation_name: 'Proxy', implementation_address: address(2) },
      { implementations: [{ name: 'Proxy', address_hash: address(2) }] },
    ],
    [
      'implementation_address alone',
      { implementation_address: address(2) },
      { implementations: [{ address_hash: address(2) }] },
    ],
    ['implementation_name null', { implementation_name: null }, { implementations: [] }],
    [
      'implementations with an old key',
      { implementations: [{ address: address(2), name: null }] },
      { implementations: [{ address_hash: address(2), name: null }] },
    ],
    ['is_verified unknown', { is_verified: null }, { is_verified: null }],
    ['what nobody knew then', { future: { a: [1] } }, { future: { a: [1] } }],
  ])('%s', (_what, input, output) => {
    expect(z.parse(addressRef, of(input))).toEqual(of(output))
    expect(z.parse(addressDetail, of(input))).toEqual(of(output))
  })

  it('creation_tx_hash is read as creation_transaction_hash', () => {
    const input = { hash: address(1), creation_tx_hash: hash(2) }
    expect(z.parse(addressDetail, input)).toEqual({
      hash: address(1),
      creation_transaction_hash: hash(2),
    })
  })

  it('of an instance that sends both, the present name stands and the old one is kept', () => {
    const both = { hash: hash(1), block_number: 7, block: 8 }
    expect(read('address-transactions', both)).toEqual(both)
  })
})

describe('a field of another kind makes an item unreadable', () => {
  it.each<[ListId, object]>([
    ['address-transactions', { hash: hash(1), value: 1.5 }],
    ['address-transactions', { hash: hash(1), value: '0x10' }],
    ['address-transactions', { hash: hash(1), value: 2 ** 60 }],
    ['address-transactions', { hash: hash(1), value: '1'.repeat(101) }],
    ['address-transactions', { hash: hash(1), from: address(1) }],
    ['address-transactions', { hash: hash(1), transaction_types: 'coin_transfer' }],
    ['address-transactions', { hash: 'not a hash' }],
    ['address-withdrawals', { index: null }],
    ['address-nfts', { id: '1', token: null }],
    ['token-instances', { id: 'seven' }],
    ['token-transfers', { transaction_hash: hash(1) }],
    ['transaction-state-changes', { address: { hash: address(1) }, change: 'much' }],
  ])('%s %j', (list, item) => {
    expect(z.safeParse(listItem(list), item).success).toBe(false)
  })
})

it('a nonce beyond 2^53 is read to its last digit', () => {
  const nonces = [7, '7', (2n ** 64n - 2n).toString()].map(
    (nonce) => (read('address-transactions', { hash: hash(1), nonce }) as { nonce: unknown }).nonce,
  )
  expect(nonces).toEqual(['7', '7', '18446744073709551614'])
})
