import type { Resource } from '#shared/lists/list-endpoint.ts'

/** Columns that mean the same in every list that has them. */
const COMMON: Readonly<Record<string, string>> = {
  age: 'time',
  block: 'block',
  from: 'from',
  to: 'to',
  method: 'method',
}

/** What the column of a list is sorted by where the core sorts: a field of the language, or a member of the item. */
const BY_RESOURCE: Readonly<Partial<Record<Resource, Readonly<Record<string, string>>>>> = {
  transaction: {
    value: 'value',
    fee: 'fee',
    gas_used: 'item.gas_used',
    gas_price: 'item.gas_price',
    nonce: 'item.nonce',
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
    burnt: 'item.burnt_fees',
    base_fee: 'item.base_fee_per_gas',
    fees: 'item.transaction_fees',
    size: 'item.size',
    withdrawals: 'item.withdrawals_count',
  },
  withdrawal: { index: 'item.index', validator: 'item.validator_index', amount: 'amount' },
  'coin-balance': { change: 'item.delta', balance: 'item.value' },
  log: {
    log: 'item.index',
    contract: 'item.address.hash',
    topic0: 'item.topics.0',
    topic1: 'item.topics.1',
    topic2: 'item.topics.2',
    topic3: 'item.topics.3',
  },
  'token-balance': {
    balance: 'amount',
    value: 'usd',
    token: 'item.token.name',
    symbol: 'item.token.symbol',
    price: 'item.token.exchange_rate',
    type: 'item.token.type',
  },
  token: { price: 'item.exchange_rate', market_cap: 'item.circulating_market_cap' },
  holder: { address: 'item.address.hash', balance: 'item.value', share: 'item.value', value: 'item.value' },
}

/** Undefined of a column that only the window can sort by. */
export const sortFieldOf = (resource: Resource, column: string): string | undefined =>
  BY_RESOURCE[resource]?.[column] ?? COMMON[column]
