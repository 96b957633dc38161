/**
 * A chain in memory for tests of the server: 123 items in every list of one account, one token and one transaction,
 * each with its position. It accepts any dialect's cursor, and throws for a position that it never gave.
 */
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainDetailId, ChainReader, ListRequest, Position, WireItem } from '#service/chain-reader.ts'
import { foundToken } from '#service/found-items.ts'
import { rawTrace } from '#service/raw-trace.ts'
import {
  account,
  address,
  block,
  coinBalance,
  hash,
  instance,
  internal,
  log,
  MAX_UINT256,
  stateChange,
  token,
  transaction,
  transfer,
  authorization,
  userOperation,
  withdrawal,
} from './memory-items.ts'

export const ACCOUNT = account(1)
export const TOKEN = account(506)
export const TRANSACTION = hash(3, 40)
export const BLOCK = '40'
export const ITEMS = 123
const FOUND_BLOCK = {
  type: 'block',
  block_number: 40,
  block_hash: hash(4, 40),
  timestamp: '2026-07-17T03:06:45.105572Z',
}

const COUNTS: Partial<Record<ChainDetailId, WireItem>> = {
  'token-counters': { token_holders_count: '7', transfers_count: MAX_UINT256 },
  'instance-transfers-count': { transfers_count: 3 },
  'chain-statistics': {
    total_blocks: '41',
    total_addresses: '7',
    total_transactions: '123',
    average_block_time: 12_000,
    coin_image: null,
    coin_price: '2481.37',
    coin_price_change_percentage: null,
    total_gas_used: '0',
    transactions_today: null,
    gas_used_today: null,
    gas_prices: null,
    gas_price_updated_at: null,
    gas_prices_update_in: 0,
    static_gas_price: null,
    market_cap: null,
    tvl: null,
    network_utilization_percentage: 12.5,
    secondary_coin_image: null,
    secondary_coin_price: null,
  },
  'transaction-statistics': {
    transactions_count_24h: '5',
    pending_transactions_count: '60',
    transaction_fees_sum_24h: MAX_UINT256,
    transaction_fees_avg_24h: null,
  },
  'largest-accounts': { items: [ACCOUNT] },
  'known-contracts': { items: [TOKEN], contracts_count: 3 },
  'transactions-by-day': { items: [{ date: '2026-07-17', transactions_count: 5 }] },
  'indexing-status': {
    finished_indexing: true,
    finished_indexing_blocks: true,
    indexed_blocks_ratio: '1.00',
    indexed_internal_transactions_ratio: '1.00',
  },
}

const CONTRACT = {
  name: 'Token',
  abi: [{ type: 'function', name: 'transfer', inputs: [{ name: 'to', type: 'address' }], outputs: [] }],
  is_verified: true,
  is_partially_verified: false,
  language: null,
  compiler_version: null,
  deployed_bytecode: null,
  proxy_type: null,
  implementations: [],
}

const CALLS = rawTrace(TRANSACTION, {
  type: 'call',
  from: account(1),
  to: account(2),
  value: '0x1',
  gas: '0x5208',
  gasUsed: '0x5208',
  input: '0x',
  output: '0x',
  error: null,
  logs: [],
  calls: [],
})

interface Row {
  readonly item: WireItem
  readonly position: Position
}

export interface MemoryChain extends ChainReader {
  /** Every list request that the server made. */
  readonly requests: { id: ListId; request: ListRequest }[]
}

export function createMemoryChain(chainId = '31337', beforeList?: () => Promise<void> | void): MemoryChain {
  const lists = rows()
  const requests: MemoryChain['requests'] = []
  return {
    chain: { chainId, name: 'Memory', coin: { symbol: 'ETH', decimals: 18 } },
    requests,
    suggestedAddresses: () => [{ address: ACCOUNT, name: 'Everyone', description: 'in every list' }],
    async list(id, request) {
      requests.push({ id, request })
      await beforeList?.()
      if ((request.params.transaction_hash ?? TRANSACTION) !== TRANSACTION) return null
      if ((request.params.block_hash_or_number ?? BLOCK) !== BLOCK) return null
      const whose = request.params.address_hash
      if (whose !== undefined && whose !== ACCOUNT && whose !== TOKEN) return { items: [], next: null }
      const all = lists[id].filter(({ item }) => matches(item, request.filters))
      const start = request.after === null ? 0 : indexAfter(all, request.after)
      const page = all.slice(start, start + request.limit)
      const more = start + request.limit < all.length
      return {
        items: page.map(({ item }) => item),
        next: more ? (page.at(-1)?.position ?? null) : null,
        ...(id === 'address-internal-transactions' && {
          meta: { status: 'pending', message: 'Still tracing' },
        }),
      }
    },
    detail(id, params) {
      if (id === 'transaction') return params.transaction_hash === TRANSACTION ? transaction(40, false) : null
      if (id === 'transaction-calls') return { items: CALLS }
      if (id === 'block') return params.block_hash_or_number === BLOCK ? block(40) : null
      if (id === 'token-instance') return instance(params.token_id ?? '')
      if (id === 'smart-contract') return CONTRACT
      if (id === 'token') return token('ERC-721')
      if (id === 'address-coin-balances-by-day')
        return { items: [{ date: '2026-01-02', value: MAX_UINT256 }] }
      if (id === 'address-tab-counters')
        return {
          transactions_count: 51,
          token_transfers_count: 0,
          internal_transactions_count: null,
          token_balances_count: 0,
          logs_count: 0,
          validations_count: 0,
          withdrawals_count: 3,
          authorizations_count: 1,
        }
      if (id in COUNTS) return COUNTS[id] ?? null
      if (id === 'address-counters')
        return {
          transactions_count: '123',
          token_transfers_count: '5',
          gas_usage_count: null,
          validations_count: null,
        }
      return {
        ...address(6),
        coin_balance: MAX_UINT256,
        exchange_rate: null,
        creator_address_hash: ACCOUNT,
        creation_transaction_hash: TRANSACTION,
        token: token('ERC-20'),
      }
    },
    media: (path) =>
      path === '/media/icon.svg'
        ? { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }
        : null,
    close() {
      requests.length = 0
    },
  }
}

function matches(item: WireItem, filters: ListRequest['filters']): boolean {
  const types = filters.type
  const direction = filters.filter
  if (Array.isArray(types) && !types.includes((item.token as WireItem).type)) return false
  if (typeof direction === 'string' && (item[direction] as WireItem | null)?.hash !== ACCOUNT) return false
  if (filters.topic !== undefined && !(item.topics as unknown[]).includes(filters.topic)) return false
  if (filters.include_zero_value === false && item.value === '0') return false
  return filters.holder_address_hash === undefined || item.holder_address_hash === filters.holder_address_hash
}

/** The index of the row after a position. If no other key tells it, the position is the number of items given. */
function indexAfter(all: readonly Row[], after: Position): number {
  const own = Object.keys(after).filter((key) => key !== 'items_count')
  const keys = own.filter((key) => after[key] !== null)
  if (keys.length === 0 || keys.includes('token_name')) return Number(after.items_count)
  const index = all.findLastIndex(({ position }) =>
    own.every((key) => String(position[key] ?? null) === String(after[key])),
  )
  if (index < 0) throw new Error(`A position that was never given: ${JSON.stringify(after)}`)
  return index + 1
}

const nothing = {
  batch_log_index: null,
  batch_block_hash: null,
  batch_transaction_hash: null,
  index_in_batch: null,
}

const each = (make: (nth: number, index: number) => Row): readonly Row[] =>
  Array.from({ length: ITEMS }, (_, index) => make(1000 - index, index))

function rows(): Record<ListId, readonly Row[]> {
  const transfers = each((nth, index) =>
    // Items 20 to 119 are one ERC-1155 batch: two pages end inside it.
    index >= 20 && index < 120 ? inBatch(index - 20) : single(nth),
  )
  const internals = each((nth) => {
    const item = internal(nth)
    return { item, position: { block_number: nth, transaction_index: nth, index: item.index as number } }
  })
  const logs = each((nth) => {
    const item = log(nth)
    return { item, position: { block_number: nth, index: item.index as number } }
  })
  const mined = each((nth) => {
    const item = transaction(nth, false)
    const position = { block_number: nth, index: nth % 7, hash: item.hash as string, inserted_at: null }
    return { item, position }
  })
  const blocks = each((nth) => ({ item: block(nth), position: { block_number: nth } }))
  const withdrawals = each((nth) => {
    const item = withdrawal(nth)
    return { item, position: { index: item.index as string } }
  })
  return {
    'advanced-filters': mixedRows(),
    'transaction-token-transfers': transfers,
    'transaction-internal-transactions': internals,
    'block-transactions': mined,
    'block-internal-transactions': internals,
    'block-withdrawals': withdrawals,
    'latest-transactions': mined,
    'latest-blocks': blocks,
    ...namedRows(),
    'token-transfers': transfers,
    'token-transfers-of-token': transfers,
    'instance-transfers': transfers.map(({ item, position }) => ({
      item,
      position: { ...position, token_id: '7' },
    })),
    'address-token-transfers': transfers,
    'address-internal-transactions': internals,
    'transaction-state-changes': each((nth, index) => ({
      item: stateChange(nth),
      position: { state_changes: null, state_changes_count: index + 1 },
    })),
    'address-logs': logs,
    'transaction-logs': logs,
    'address-blocks-validated': blocks,
    'address-transactions': each((nth, index) => {
      const pending = index < 60
      const item = transaction(nth, pending)
      return {
        item,
        position: {
          block_number: pending ? null : nth,
          // A pending item has no index either; the specification's cursor can't distinguish it from the next.
          index: pending ? null : nth % 7,
          hash: item.hash as string,
          inserted_at: '2026-07-17T03:06:45.105572Z',
          value: item.value as string,
          fee: String(nth),
        },
      }
    }),
    'address-coin-balances': each((nth) => ({ item: coinBalance(nth), position: { block_number: nth } })),
    'address-withdrawals': withdrawals,
    'address-user-operations': each((nth) => ({
      item: userOperation(nth),
      position: { block_number: nth, index: 0 },
    })),
    'address-authorizations': each((nth) => ({
      item: authorization(nth),
      position: { block_number: nth, transaction_index: 3, index: nth % 5 },
    })),
    ...holdingRows(),
  }
}

/** For each transaction: the transaction itself, a transfer of a batch in it, and a call in it. */
const mixedRows = (): readonly Row[] =>
  each((_, index) => {
    const nth = 1000 - Math.floor(index / 3)
    const own = {
      internal_transaction_index: index % 3 === 2 ? 4 : null,
      token_transfer_index: index % 3 === 1 ? 9 : null,
      token_transfer_batch_index: index % 3 === 1 ? 2 : null,
    }
    const { hash, method, from, to, value, status, timestamp, created_contract } = transaction(nth, false)
    const at = { block_number: nth, transaction_index: nth % 7, ...own }
    const moved = own.token_transfer_index === null ? null : token('ERC-1155')
    const total = moved && {
      token_id: '3',
      value: MAX_UINT256,
      decimals: null,
      token_instance: instance('3'),
    }
    return {
      item: {
        ...{ hash, method, from, to, value, status, timestamp, created_contract, total, token: moved, ...at },
        ...{ type: moved ? 'ERC-1155' : 'coin_transfer', fee: '21000' },
      },
      position: at,
    }
  })

/** Rows of holders of tokens and NFTs. */
function holdingRows() {
  return {
    'address-tokens': each((nth, index) => {
      const type = index % 2 === 0 ? 'ERC-20' : 'ERC-1155'
      const value = String(BigInt(MAX_UINT256) - BigInt(index))
      return {
        item: {
          token: { ...token(type), address_hash: account(nth) },
          token_id: index % 2 === 0 ? null : '1',
          token_instance: index % 2 === 0 ? null : instance('1'),
          value,
        },
        position: { token_name: null, token_type: type, value, fiat_value: null, id: nth },
      }
    }),
    'instance-holders': each((nth) => {
      const item = { address: address(nth), token_id: '7', value: String(nth) }
      return { item, position: { address_hash: account(nth), value: item.value, token_id: '7' } }
    }),
    'token-holders': each((nth) => {
      const item = { address: address(nth), token_id: null, value: String(nth) }
      return { item, position: { address_hash: account(nth), value: item.value } }
    }),
    // The first ids exceed 2^53.
    'token-instances': each((_, index) => {
      const id = BigInt(MAX_UINT256) - BigInt(index)
      return { item: instance(id.toString()), position: { unique_token: id } }
    }),
    'address-nft-collections': each((nth) => ({
      item: {
        token: { ...token('ERC-721'), address_hash: account(nth) },
        amount: '2',
        token_instances: [instance('1'), instance('2')],
      },
      position: { token_contract_address_hash: account(nth), token_type: 'ERC-721' },
    })),
    'address-nfts': each((nth) => ({
      item: { ...instance(String(nth)), token_type: 'ERC-721', value: '1' },
      position: { token_contract_address_hash: TOKEN, token_id: String(nth), token_type: 'ERC-721' },
    })),
  }
}

/** The chain's tokens, and search results. */
const namedRows = () => ({
  tokens: each((nth) => {
    const item = { ...token('ERC-20'), address_hash: account(nth) }
    const none = { fiat_value: null, market_cap: null, is_name_null: false, name: 'A token' }
    return {
      item,
      position: { ...none, contract_address_hash: account(nth), holders_count: String(nth) },
    }
  }),
  search: each((nth, index) => ({
    item:
      index === 0
        ? FOUND_BLOCK
        : foundToken({ ...token('ERC-20'), address_hash: account(nth) }, address(nth)),
    position: { results_count: index + 1 },
  })),
})

function single(nth: number): Row {
  const item = transfer(nth, 5, { decimals: '18', value: MAX_UINT256 }, 'ERC-20')
  return { item, position: { block_number: nth, index: 5, ...nothing } }
}

function inBatch(position: number): Row {
  const total = { token_id: String(position), value: '3', decimals: null, token_instance: instance('3') }
  const item = transfer(700, 9, total, 'ERC-1155')
  return {
    item,
    position: {
      block_number: 700,
      index: 9,
      batch_log_index: 9,
      batch_block_hash: item.block_hash as string,
      batch_transaction_hash: item.transaction_hash as string,
      index_in_batch: position,
    },
  }
}
