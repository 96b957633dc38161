/** Items for tests of the server, with the present key names: one of each form that dialects write differently. */
import type { WireItem } from '#service/chain-reader.ts'

export const hash = (kind: number, nth: number) =>
  `0x${kind.toString(16).padStart(4, '0')}${nth.toString(16).padStart(60, '0')}`
export const account = (nth: number) => `0x${(0xabcdef0000 + nth).toString(16).padStart(40, '0')}`

/** 2^256 - 1: 78 digits. */
export const MAX_UINT256 = (2n ** 256n - 1n).toString()

const at = (nth: number) => new Date(Date.UTC(2026, 0, 1) + nth * 12_000).toISOString().replace('Z', '123Z')

const tag = (name: string) => ({
  slug: name,
  name,
  tagType: 'name',
  ordinal: 10,
  meta: { 'tagIcon ': 'data:,' },
})

export const address = (nth: number): WireItem => ({
  hash: account(nth),
  name: nth % 2 === 0 ? `Actor ${String(nth)} <b>\u202e\ud800` : null,
  is_contract: nth % 2 === 0,
  is_verified: nth % 3 === 0 ? null : true,
  is_scam: nth % 5 === 0,
  ens_domain_name: null,
  implementations: nth % 2 === 0 ? [{ address_hash: account(900 + nth), name: 'Logic' }] : [],
  proxy_type: nth % 2 === 0 ? 'eip1967' : null,
  reputation: nth % 5 === 0 ? 'scam' : 'ok',
  metadata: nth % 3 === 0 ? { tags: [tag('first'), tag('second')] } : null,
  private_tags: [],
  public_tags: [],
  watchlist_names: [],
})

export const token = (type: string): WireItem => ({
  address_hash: account(500 + type.length),
  name: `A ${type}`,
  symbol: 'TKN',
  decimals: type === 'ERC-20' ? '18' : null,
  type,
  total_supply: MAX_UINT256,
  exchange_rate: '1.5',
  circulating_market_cap: null,
  circulating_supply: null,
  holders_count: '5412343',
  icon_url: '/media/icon.svg',
  volume_24h: '10.25',
  reputation: 'ok',
})

export const instance = (id: string): WireItem => ({
  id,
  is_unique: true,
  owner: address(7),
  holder_address_hash: account(7),
  token: token('ERC-721'),
  image_url: `/media/nft/${id}.svg`,
  animation_url: '',
  external_app_url: null,
  metadata: { name: 'An NFT', attributes: [{ trait_type: 'colour', value: 'red' }] },
  media_type: 'image/svg+xml',
  media_url: `/media/nft/${id}.svg`,
  thumbnails: { original: `/media/nft/${id}.svg` },
})

export const transfer = (nth: number, logIndex: number, total: WireItem, type: string): WireItem => ({
  block_hash: hash(1, nth),
  block_number: nth,
  from: address(nth),
  to: address(nth + 1),
  log_index: logIndex,
  token: token(type),
  token_type: type,
  total,
  transaction_hash: hash(2, nth),
  type: 'token_transfer',
  method: 'transfer',
  timestamp: at(nth),
})

export const transaction = (nth: number, pending: boolean): WireItem => ({
  hash: hash(3, nth),
  timestamp: pending ? null : at(nth),
  block_number: pending ? null : nth,
  position: pending ? null : nth % 7,
  nonce: nth,
  confirmations: pending ? 0 : 12,
  confirmation_duration: pending ? [] : [0, 12_000],
  status: pending ? null : nth % 9 === 0 ? 'error' : 'ok',
  result: pending ? 'pending' : nth % 9 === 0 ? 'Reverted' : 'success',
  type: 2,
  method: 'transfer',
  from: address(nth % 2 === 0 ? 1 : nth),
  to: nth % 11 === 0 ? null : address(nth % 2 === 0 ? nth : 1),
  created_contract: nth % 11 === 0 ? address(nth + 2) : null,
  value: String(BigInt(nth % 50) * 10n ** 18n),
  fee: { type: pending ? 'maximum' : 'actual', value: String(21_000 * (nth % 13)) },
  gas_limit: '21000',
  gas_used: pending ? null : '21000',
  gas_price: '1000000007',
  base_fee_per_gas: null,
  max_fee_per_gas: null,
  max_priority_fee_per_gas: null,
  priority_fee: null,
  transaction_burnt_fee: '0',
  exchange_rate: '2481.37',
  revert_reason: nth % 9 === 0 ? { raw: '0x08c379a0' } : null,
  has_error_in_internal_transactions: null,
  raw_input: '0x',
  decoded_input: {
    method_call: 'f(bytes[] data)',
    method_id: '5ae401dc',
    parameters: [{ name: 'data', type: 'bytes[]', value: ['0x01', ['0x02']] }],
  },
  token_transfers: [transfer(nth, 0, { decimals: '18', value: '5' }, 'ERC-20')],
  token_transfers_overflow: false,
  transaction_types: ['coin_transfer'],
  transaction_tag: null,
  actions: [],
  is_pending_update: false,
})

export const userOperation = (nth: number): WireItem => ({
  hash: hash(7, nth),
  transaction_hash: hash(3, nth),
  block_number: nth,
  timestamp: at(nth),
  address: address(1),
  status: nth % 9 !== 0,
  fee: MAX_UINT256,
  entry_point: address(8),
  entry_point_version: '0.7',
  paymaster: nth % 2 === 0 ? null : address(nth),
  bundler: address(9),
  nonce: MAX_UINT256,
})

export const authorization = (nth: number): WireItem => ({
  transaction_hash: hash(3, nth),
  block_number: nth,
  timestamp: at(nth),
  index: nth % 5,
  authority: address(1),
  delegate: address(nth),
  chain_id: '0',
  nonce: '18446744073709551615',
  status: nth % 3 === 0 ? null : 'ok',
})

export const internal = (nth: number): WireItem => ({
  block_number: Math.floor(nth / 3),
  index: nth % 3,
  transaction_index: nth,
  transaction_hash: hash(4, Math.floor(nth / 3)),
  timestamp: at(nth),
  type: 'call',
  from: address(1),
  to: address(nth),
  created_contract: null,
  gas_limit: '90000',
  success: true,
  error: null,
  value: nth % 2 === 0 ? '0' : '1000',
})

export const log = (nth: number): WireItem => ({
  index: nth % 5,
  transaction_hash: hash(4, nth),
  block_hash: hash(1, nth),
  block_number: nth,
  block_timestamp: at(nth),
  address: address(506),
  smart_contract: address(8),
  topics: [hash(8, nth % 3), hash(9, nth)],
  data: '0x2a',
  decoded: {
    method_call: 'Counted(uint256 indexed nth)',
    method_id: '5ae401dc',
    parameters: [{ name: 'nth', type: 'uint256', indexed: true, value: String(nth) }],
  },
})

export const coinBalance = (nth: number): WireItem => ({
  block_number: nth,
  block_timestamp: at(nth),
  value: MAX_UINT256,
  delta: nth % 2 === 0 ? '-5' : '7',
  transaction_hash: nth % 3 === 0 ? null : hash(3, nth),
})

export const stateChange = (nth: number): WireItem => ({
  type: nth % 2 === 0 ? 'coin' : 'token',
  is_miner: nth === 0,
  address: address(nth),
  token: nth % 2 === 0 ? null : token(nth % 3 === 0 ? 'ERC-721' : 'ERC-20'),
  token_id: null,
  balance_before: nth % 5 === 0 ? null : '10',
  balance_after: '25',
  change:
    nth % 3 === 0 && nth % 2 === 1
      ? [{ direction: 'to', total: { token_id: String(nth), token_instance: instance(String(nth)) } }]
      : '15',
})

export const block = (nth: number): WireItem => ({
  hash: hash(5, nth),
  parent_hash: hash(5, nth - 1),
  height: nth,
  type: 'block',
  timestamp: at(nth),
  miner: address(1),
  nonce: '0x0000000000000000',
  extra_data: '0x',
  state_root: hash(6, nth),
  difficulty: '0',
  total_difficulty: '58750003716598352816469',
  gas_limit: '30000000',
  gas_used: '0',
  gas_used_percentage: 0,
  gas_target_percentage: -100,
  burnt_fees_percentage: 12.5,
  base_fee_per_gas: '7',
  burnt_fees: '0',
  priority_fee: '0',
  transaction_fees: '0',
  size: 1234,
  transactions_count: 3,
  withdrawals_count: 16,
  uncles_hashes: [hash(7, nth)],
  rewards: [{ reward: '2000000000000000001', type: 'Miner Reward' }],
})

export const withdrawal = (nth: number): WireItem => ({
  index: String(9_007_199_254_740_993n + BigInt(nth)),
  amount: '16852140000000000',
  validator_index: String(18_446_744_073_709_551_615n),
  block_number: nth,
  timestamp: at(nth),
  receiver: address(1),
})
