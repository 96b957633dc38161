import { describe, expect, it } from 'vitest'
import { DIALECTS, type Dialect } from '#shared/lists/dialects.ts'
import {
  account,
  address,
  block,
  hash,
  instance,
  internal,
  stateChange,
  token,
  transaction,
  transfer,
  withdrawal,
} from '../testing/memory-items.ts'
import { wireDialect } from './dialect.ts'
import type { Form } from './wire-form.ts'

type Json = Record<string, unknown>
const ORIGIN = 'http://127.0.0.1:1'
const dialect = (name: Dialect, form: Form = 'instance') => wireDialect(name, { form, origin: ORIGIN })
/** The JSON text: with raw numbers, without undefined values. */
const text = (value: unknown) => JSON.stringify(value)
const wire = (value: unknown) => JSON.parse(text(value)) as Json
const keys = (value: unknown) => Object.keys(value as Json).sort()
const words = (list: string) => list.trim().split(/\s+/).sort()

describe('spec', () => {
  const spec = dialect('spec')
  const pro = dialect('spec', 'pro')

  it('writes exactly the keys of a transaction, with its gas limit as a number', () => {
    const item = wire(spec.list['address-transactions'](transaction(18, false)))
    expect(keys(item)).toEqual(
      words(`actions base_fee_per_gas block_number confirmation_duration confirmations created_contract decoded_input
        exchange_rate fee from gas_limit gas_price gas_used has_error_in_internal_transactions hash max_fee_per_gas
        max_priority_fee_per_gas method nonce position priority_fee raw_input result revert_reason status timestamp to
        token_transfers token_transfers_overflow transaction_burnt_fee transaction_tag transaction_types type value`),
    )
    expect(item.gas_limit).toBe(21_000)
    expect(item.revert_reason).toBe('0x08c379a0')
    expect(item.timestamp).toMatch(/T\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect((item.decoded_input as { parameters: unknown[] }).parameters).toEqual([
      { name: 'data', type: 'bytes[]', value: '["0x01",["0x02"]]' },
    ])
  })

  it('names one implementation and one tag per instance, all of them in Pro', () => {
    const from = (form: typeof spec) =>
      wire(form.list['address-internal-transactions']({ from: address(6) })).from as Json
    expect(from(spec)).toMatchObject({
      implementation_name: 'Logic',
      metadata: { slug: 'first', ordinal: 10 },
    })
    expect(from(spec)).not.toHaveProperty('implementations')
    expect(from(pro)).toMatchObject({
      implementations: [{ address_hash: account(906), name: 'Logic' }],
      metadata: { tags: [{ slug: 'first' }, { slug: 'second' }] },
    })
    expect(from(pro)).not.toHaveProperty('implementation_name')
  })

  it('gives transfers without a fraction of a second in Pro only', () => {
    const item = transfer(5, 1, { decimals: '18', value: '1' }, 'ERC-20')
    expect(wire(spec.list['token-transfers'](item)).timestamp).toBe('2026-01-01T00:01:00.000123Z')
    expect(wire(pro.list['token-transfers'](item)).timestamp).toBe('2026-01-01T00:01:00Z')
  })

  it('calls the address of a state change address_hash, an object all the same', () => {
    const item = wire(spec.list['transaction-state-changes'](stateChange(9)))
    expect(keys(item)).toEqual(
      words('address_hash balance_after balance_before change is_miner token token_id type'),
    )
    expect(item.address_hash).toMatchObject({ hash: account(9) })
    expect(item.change).toMatchObject([
      { direction: 'to', total: { token_id: '9', token_instance: { id: '9' } } },
    ])
  })

  it('gives rewards as numbers with all their digits, uncles as hashes', () => {
    const item = spec.list['address-blocks-validated'](block(7))
    expect(text(item)).toContain('"rewards":[{"reward":2000000000000000001,"type":"Miner Reward"}]')
    expect(wire(item).uncles_hashes).toEqual([hash(7, 7)])
  })

  it('leaves the receiver out of a withdrawal, whose numbers are numbers of any size', () => {
    expect(text(spec.list['address-withdrawals'](withdrawal(2)))).toBe(
      '{"index":9007199254740995,"amount":"16852140000000000","validator_index":18446744073709551615,' +
        '"block_number":2,"timestamp":"2026-01-01T00:00:24.000123Z"}',
    )
  })

  it('writes nothing of a token or an NFT beyond its tables', () => {
    expect(keys(wire(spec.detail.token(token('ERC-20'))))).not.toContain('circulating_supply')
    const nft = wire(spec.list['token-instances']({ ...instance('1'), image_media_type: 'image/png' }))
    expect(nft).not.toHaveProperty('image_media_type')
    expect(nft).toMatchObject({
      image_url: `${ORIGIN}/media/nft/1.svg`,
      thumbnails: { original: `${ORIGIN}/media/nft/1.svg` },
      animation_url: '',
      token: { icon_url: `${ORIGIN}/media/icon.svg` },
    })
  })
})

describe('legacy', () => {
  const legacy = dialect('legacy')

  it('has the old names of a transaction, its block, a token and a transfer', () => {
    const item = wire(legacy.detail.transaction(transaction(18, false)))
    expect(item).toMatchObject({ block: 18, tx_types: ['coin_transfer'], tx_burnt_fee: '0', tx_tag: null })
    expect(item).toHaveProperty('has_error_in_internal_txs', null)
    expect(Object.keys(item).join()).not.toMatch(
      /transaction_(types|burnt|tag)|block_number|internal_transactions/,
    )
    const moved = (item.token_transfers as Json[])[0]
    expect(moved).toMatchObject({ tx_hash: hash(2, 18), log_index: '0' })
    expect(moved).not.toHaveProperty('transaction_hash')
    expect(moved?.token).toMatchObject({ address: account(506), holders: 5_412_343 })
    expect(moved?.token).not.toHaveProperty('address_hash')
    expect(moved?.from).toMatchObject({ implementation_name: 'Logic', metadata: { slug: 'first' } })
    expect(wire(legacy.list['address-blocks-validated'](block(7)))).toMatchObject({
      tx_count: 3,
      tx_fees: '0',
    })
    expect(wire(legacy.list['address-internal-transactions'](internal(7)))).toMatchObject({ block: 2 })
  })
})

it('a holder is written in every dialect by what the schema says is inside of it', () => {
  const holder = { address: address(6), token_id: null, value: '5', more: true }
  const written = (name: Dialect) => wire(dialect(name).list['token-holders'](holder))
  for (const name of DIALECTS)
    expect(written(name)).toMatchObject({ address: { hash: account(6) }, value: '5' })
  expect(written('spec')).not.toHaveProperty('more')
  expect(written('spec').address).toMatchObject({ implementation_name: 'Logic', metadata: { slug: 'first' } })
  expect(written('legacy').address).not.toHaveProperty('reputation')
  expect(written('v12').address).toMatchObject({ implementations: [{ name: 'Logic' }] })
})

describe('v11 and v12', () => {
  it('give every tag, the address of a state change as address, whole numbers as texts, no transfers in lists', () => {
    for (const name of ['v11', 'v12'] as const) {
      const modern = dialect(name)
      const change = wire(modern.list['transaction-state-changes'](stateChange(9)))
      expect(change.address).toMatchObject({ metadata: { tags: [{ slug: 'first' }, { slug: 'second' }] } })
      expect(change).not.toHaveProperty('address_hash')
      const item = modern.list['address-transactions'](transaction(18, false))
      expect(wire(item)).toMatchObject({
        gas_limit: '21000',
        token_transfers: null,
        token_transfers_overflow: null,
      })
      expect(text(item)).toContain('"confirmation_duration":[0,1.2e4]')
      expect(wire(modern.detail.transaction(transaction(18, false))).token_transfers).toHaveLength(1)
      expect(wire(modern.list['address-blocks-validated'](block(7)))).toMatchObject({
        uncles_hashes: [{ hash: hash(7, 7) }],
        rewards: [{ reward: '2000000000000000001', type: 'validator' }],
      })
      expect(wire(modern.detail.block(block(7)))).toMatchObject({
        rewards: [{ reward: '2000000000000000001', type: 'Miner Reward' }],
      })
      expect(wire(modern.list['address-withdrawals'](withdrawal(2)))).toHaveProperty(
        'receiver.hash',
        account(1),
      )
    }
  })

  it('differ in the media of an NFT, its token, and actions', () => {
    const [v11, v12] = [dialect('v11'), dialect('v12')]
    const listed = wire(v12.list['token-instances'](instance('1')))
    expect(listed).toMatchObject({ image_media_type: 'image/svg+xml', animation_media_type: null })
    expect(listed).not.toHaveProperty('token')
    expect(wire(v12.list['address-nfts'](instance('1')))).toHaveProperty('token.type', 'ERC-721')
    expect(wire(v11.list['token-instances'](instance('1')))).toHaveProperty('token.type', 'ERC-721')
    expect(wire(v11.list['token-instances'](instance('1')))).not.toHaveProperty('image_media_type')
    expect(wire(v12.list['address-transactions'](transaction(1, false)))).not.toHaveProperty('actions')
    expect(wire(v11.list['address-transactions'](transaction(1, false)))).toHaveProperty('actions')
  })

  it('read an item in the words of the specification as well', () => {
    const item = wire(
      dialect('v12').list['transaction-state-changes']({
        address_hash: { hash: account(1), implementation_name: 'Logic', metadata: { slug: 'one' } },
      }),
    )
    expect(item.address).toEqual({
      hash: account(1),
      implementations: [{ address_hash: null, name: 'Logic' }],
      metadata: { tags: [{ slug: 'one' }] },
    })
  })
})
