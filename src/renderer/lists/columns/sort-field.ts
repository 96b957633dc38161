import type { Resource } from '#shared/lists/list-endpoint.ts'

/** Columns with the same meaning in every list. */
const COMMON: Readonly<Record<string, string>> = {
  age: 'time',
  block: 'block',
  from: 'from',
  to: 'to',
  method: 'method',
  owners: 'owners',
}

/** The field that the core sorts a column by: a query field, or a member of the item. */
const BY_RESOURCE: Readonly<Record<Resource, Readonly<Record<string, string>>>> = {
  transaction: {
    value: 'value',
    fee: 'fee',
    gas_used: 'item.gas_used',
    gas_price: 'item.gas_price',
    nonce: 'item.nonce',
    value_then: 'value_then',
    value_now: 'value_now',
  },
  'internal-transaction': {
    type: 'type',
    value: 'value',
    gas_limit: 'item.gas_limit',
    index: 'item.index',
  },
  transfer: {
    kind: 'item.type',
    amount: 'amount',
    token: 'token',
    standard: 'type',
    log: 'item.log_index',
  },
  'advanced-filter': { type: 'type', token: 'token', fee: 'item.fee' },
  block: {
    height: 'block',
    transactions: 'item.transactions_count',
    gas_used: 'item.gas_used',
    reward: 'reward',
    burnt: 'item.burnt_fees',
    base_fee: 'item.base_fee_per_gas',
    fees: 'item.transaction_fees',
    size: 'item.size',
    withdrawals: 'item.withdrawals_count',
  },
  withdrawal: { index: 'item.index', validator: 'item.validator_index', amount: 'amount' },
  'user-operation': {
    operation: 'item.hash',
    sender: 'item.address.hash',
    fee: 'fee',
    paymaster: 'item.paymaster.hash',
    bundler: 'item.bundler.hash',
    nonce: 'item.nonce',
  },
  authorization: { delegate: 'item.delegate.hash', nonce: 'item.nonce' },
  'coin-balance': { change: 'item.delta', balance: 'item.value' },
  log: {
    log: 'item.index',
    contract: 'item.address.hash',
    event: 'event',
    topic0: 'item.topics.0',
    topic1: 'item.topics.1',
    topic2: 'item.topics.2',
    topic3: 'item.topics.3',
  },
  'token-balance': {
    balance: 'amount',
    value: 'usd',
    token: 'token_name',
    symbol: 'symbol',
    price: 'item.token.exchange_rate',
    type: 'type',
  },
  token: {
    token: 'token_name',
    symbol: 'symbol',
    type: 'type',
    holders: 'item.holders_count',
    supply: 'supply',
    price: 'item.exchange_rate',
    market_cap: 'item.circulating_market_cap',
  },
  holder: { address: 'item.address.hash', balance: 'item.value', share: 'item.value', value: 'item.value' },
  nft: {
    id: 'id',
    name: 'name',
    owner: 'item.owner.hash',
    type: 'type',
    held: 'item.value',
    collection: 'token_name',
  },
  'nft-collection': { collection: 'token_name', standard: 'type', held: 'item.amount' },
  'state-change': { address: 'item.address.hash', before: 'before', after: 'after', change: 'change' },
  // Kinds sort by the source's English words, not by the translated ones: the groups are the same, in another order.
  'search-result': { kind: 'type', name: 'name', symbol: 'symbol' },
}

/** The field that a column is sorted by; undefined where the column has no order. */
export const sortFieldOf = (resource: Resource, column: string): string | undefined =>
  BY_RESOURCE[resource][column] ?? COMMON[column]
