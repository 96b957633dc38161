/** The table of explorers' pages: routes, the document and tests are made from it. */
import * as z from 'zod/mini'
import { parseSignatures, selectorOf } from '#shared/abi/abi-item.ts'
import { STANDARDS } from '#shared/abi/standard-signatures.ts'
import { addressRef } from '#shared/chain/address.ts'
import { withdrawal } from '#shared/chain/block.ts'
import { flag, integer, record, text } from '#shared/chain/fields.ts'
import { tokenBalance } from '#shared/chain/token.ts'
import { internalTransaction } from '#shared/chain/transaction.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import { OF_ADDRESS, OF_TRANSACTION } from '#shared/path-params.ts'
import { type ChainReader, MAX_RANKED, NotServed, type RankedId, type WireItem } from '../../chain-reader.ts'
import { csvOf, directionIn, MAX_CSV_ROWS, PERIOD_FILTERS } from './csv-pages.ts'
import {
  addressPart,
  type ExplorerRequest,
  DECIMAL_OR_NULL,
  type ExplorerList,
  type ExplorerPage,
  nextPageOf,
  listOf,
  rowsOf,
  searchText,
  TEXT_OR_NULL,
  wordsIn,
} from './explorer-page.ts'
import { rowsByBlock } from './rows-by-block.ts'

const CALLS_CURSOR = ['block_number', 'transaction_index', 'index'] as const
const WITHDRAWALS_CURSOR = ['block_number', 'index'] as const
/** A ranked list goes on behind so many rows. */
const RANKED_CURSOR = ['rows_before'] as const
const DAYS_OF_CHART = 31
const MAX_BALANCES = 2_000

const EMPTY = { items: [], ...nextPageOf(null) }
/** Never there. */
const NOTHING = z.array(z.never())

/** A list by its path, as a file. */
const csvPage = (id: Parameters<typeof csvOf>[1], filters: ExplorerPage['filters'] = {}): ExplorerPage => {
  const { path, params } = listEndpoint(id)
  return {
    path: `${path}/csv`,
    params,
    noun: `${id.replaceAll('-', ' ')} as comma-separated values`,
    filters,
    answer: text,
    read: (asked) => csvOf(asked, id, filters === PERIOD_FILTERS ? directionIn(asked) : asked.filters),
  }
}

const account = z.intersection(
  addressRef,
  record({ coin_balance: DECIMAL_OR_NULL, transactions_count: DECIMAL_OR_NULL }),
)
const verifiedContract = record({
  address: addressRef,
  coin_balance: DECIMAL_OR_NULL,
  compiler_version: TEXT_OR_NULL,
  language: TEXT_OR_NULL,
  has_constructor_args: flag,
  license_type: text,
  market_cap: z.null(),
  optimization_enabled: z.nullable(flag),
  transactions_count: integer,
  verified_at: TEXT_OR_NULL,
  certified: flag,
  reputation: text,
})

const { items_count: _items, ...ADVANCED_FILTERS } = listEndpoint('advanced-filters').filters

const EXPLORER_PAGES = {
  accounts: {
    path: '/addresses',
    params: {},
    noun: 'accounts, those with most coins first',
    filters: { sort: searchText('not sorted by it'), order: searchText('not sorted by it') },
    cursor: RANKED_CURSOR,
    answer: listOf(account, RANKED_CURSOR, { exchange_rate: TEXT_OR_NULL, total_supply: DECIMAL_OR_NULL }),
    read: accounts,
  },
  'internal-transactions': {
    path: '/internal-transactions',
    params: {},
    noun: 'calls inside transactions of the chain, the newest first',
    cursor: CALLS_CURSOR,
    answer: listOf(internalTransaction, CALLS_CURSOR),
    read: (asked) =>
      rowsByBlock(asked, {
        list: 'block-internal-transactions',
        cursor: CALLS_CURSOR,
        count: 'transactions_count',
      }),
  },
  withdrawals: {
    path: '/withdrawals',
    params: {},
    noun: 'withdrawals of validators, the newest first',
    cursor: WITHDRAWALS_CURSOR,
    answer: listOf(withdrawal, WITHDRAWALS_CURSOR),
    read: (asked) => withdrawals(asked),
  },
  'withdrawals-counters': {
    path: '/withdrawals/counters',
    params: {},
    noun: 'counters of withdrawals',
    answer: record({ withdrawals_count: DECIMAL_OR_NULL, withdrawals_sum: DECIMAL_OR_NULL }),
    async read(asked) {
      const { items, meta, next_page_params: next } = await withdrawals({ ...asked, after: null, limit: 1 })
      const [newest] = items as WireItem[]
      // Not all are there, or the newest is further down.
      if (meta || (!newest && next)) return { withdrawals_count: null, withdrawals_sum: null }
      // Withdrawals are numbered along the chain, so the newest tells their count. Their sum is not stored.
      return {
        withdrawals_count: newest ? String(Number(newest.index) + 1) : '0',
        withdrawals_sum: newest ? null : '0',
      }
    },
  },
  'verified-contracts': {
    path: '/smart-contracts',
    params: {},
    noun: 'contracts whose source is known, the newest first',
    filters: {
      q: searchText('only those with this in their name or address'),
      filter: searchText('only of this language'),
      sort: searchText('not sorted by it'),
      order: searchText('not sorted by it'),
    },
    cursor: RANKED_CURSOR,
    answer: listOf(verifiedContract, RANKED_CURSOR),
    read: verifiedContracts,
  },
  'verified-contracts-counters': {
    path: '/smart-contracts/counters',
    params: {},
    noun: 'counters of contracts',
    answer: record({
      smart_contracts: DECIMAL_OR_NULL,
      new_smart_contracts_24h: DECIMAL_OR_NULL,
      verified_smart_contracts: DECIMAL_OR_NULL,
      new_verified_smart_contracts_24h: DECIMAL_OR_NULL,
    }),
    async read({ reader }) {
      const found = await reader.detail('known-contracts', {})
      const count = found?.contracts_count
      const known = itemsOf(found).length
      return {
        smart_contracts: typeof count === 'number' ? String(count) : null,
        new_smart_contracts_24h: null,
        // No more are given, however many there are.
        verified_smart_contracts: known < MAX_RANKED ? String(known) : null,
        new_verified_smart_contracts_24h: null,
      }
    },
  },
  'verification-config': {
    path: '/smart-contracts/verification/config',
    params: {},
    noun: 'how contracts can be verified here: in no way',
    answer: record({
      verification_options: z.array(text),
      solidity_compiler_versions: z.array(text),
      solidity_evm_versions: z.array(text),
      vyper_compiler_versions: z.array(text),
      vyper_evm_versions: z.array(text),
      is_rust_verifier_microservice_enabled: flag,
      license_types: record({ none: integer }),
    }),
    read: () => ({
      verification_options: [],
      solidity_compiler_versions: [],
      solidity_evm_versions: [],
      vyper_compiler_versions: [],
      vyper_evm_versions: [],
      is_rust_verifier_microservice_enabled: false,
      license_types: { none: 1 },
    }),
  },
  'chart-transactions': {
    path: '/stats/charts/transactions',
    params: {},
    noun: 'transactions by day',
    answer: record({
      chart_data: z.array(record({ date: text, transactions_count: integer })),
    }),
    read: async ({ reader }) => ({
      chart_data: itemsOf(await reader.detail('transactions-by-day', {})).slice(0, DAYS_OF_CHART),
    }),
  },
  'chart-market': {
    path: '/stats/charts/market',
    params: {},
    noun: 'prices by day, which this chain has none of',
    answer: record({ available_supply: DECIMAL_OR_NULL, chart_data: NOTHING }),
    read: () => ({ available_supply: null, chart_data: [] }),
  },
  'filter-methods': {
    path: '/advanced-filters/methods',
    params: {},
    noun: 'functions of well-known standards, for a filter',
    filters: { q: searchText('a selector, or the name of a function') },
    answer: z.array(record({ method_id: text, name: text })),
    read: ({ filters }) => methods(wordsIn(filters.q)),
  },
  'watched-transactions': {
    path: '/main-page/transactions/watchlist',
    params: {},
    noun: 'transactions of watched addresses: here nobody is signed in',
    answer: NOTHING,
    read: () => [],
  },
  'transaction-blobs': {
    path: '/transactions/{transaction_hash}/blobs',
    params: OF_TRANSACTION,
    noun: 'blobs of a transaction, which are not kept here',
    answer: listOf(z.never(), []),
    read: blobsOf,
  },
  'transaction-summary': {
    path: '/transactions/{transaction_hash}/summary',
    params: OF_TRANSACTION,
    noun: 'a transaction in a sentence, which nobody writes here',
    filters: { just_request_body: searchText('without an effect') },
    answer: record({
      success: flag,
      data: record({ summaries: NOTHING }),
    }),
    read: (asked) => ofTransaction(asked, { success: false, data: { summaries: [] } }),
  },
  'address-token-balances': {
    path: '/addresses/{address_hash}/token-balances',
    params: OF_ADDRESS,
    noun: 'all that an address has of tokens',
    answer: z.array(tokenBalance),
    async read(asked) {
      const found = await rowsOf(asked, 'address-tokens', { params: asked.params, filters: {} }, MAX_BALANCES)
      return found?.items.map(asked.written.list['address-tokens']) ?? null
    },
  },
  'csv-config': {
    path: '/config/csv-export',
    params: {},
    noun: 'how many rows a file has',
    answer: record({ limit: integer }),
    read: () => ({ limit: MAX_CSV_ROWS }),
  },
  'address-transactions-csv': csvPage('address-transactions', PERIOD_FILTERS),
  'address-token-transfers-csv': csvPage('address-token-transfers', PERIOD_FILTERS),
  'address-internal-transactions-csv': csvPage('address-internal-transactions', PERIOD_FILTERS),
  'address-logs-csv': csvPage('address-logs', PERIOD_FILTERS),
  'token-holders-csv': csvPage('token-holders'),
  'advanced-filters-csv': csvPage('advanced-filters', ADVANCED_FILTERS),
} as const satisfies Readonly<Record<string, ExplorerPage>>

export type ExplorerPageId = keyof typeof EXPLORER_PAGES
export const EXPLORER_PAGE_IDS = Object.keys(EXPLORER_PAGES) as ExplorerPageId[]
export const explorerPage = (id: ExplorerPageId): ExplorerPage => EXPLORER_PAGES[id]

const withdrawals = (request: ExplorerRequest) =>
  rowsByBlock(request, { list: 'block-withdrawals', cursor: WITHDRAWALS_CURSOR, count: 'withdrawals_count' })

const itemsOf = (found: WireItem | null): readonly unknown[] =>
  Array.isArray(found?.items) ? (found.items as readonly unknown[]) : []

/** A page of ranked addresses; what `itemOf` gives null for is left out. */
async function ranked(
  { reader, after, limit }: ExplorerRequest,
  id: RankedId,
  itemOf: (address: string) => Promise<WireItem | null>,
): Promise<ExplorerList> {
  const all = itemsOf(await reader.detail(id, {})).map(String)
  const start = after?.rows_before ?? 0
  const items = await Promise.all(all.slice(start, start + limit).map(itemOf))
  return {
    items: items.filter((item) => item !== null),
    ...nextPageOf(start + limit < all.length ? { rows_before: start + limit } : null),
  }
}

async function accounts(request: ExplorerRequest) {
  const { reader, written } = request
  const page = await ranked(request, 'largest-accounts', async (address) => {
    const found = await detailOf(reader, 'address', address)
    if (found === null) return null
    const counters = await detailOf(reader, 'address-counters', address)
    return {
      ...addressPart(written.detail.address(found) as WireItem),
      coin_balance: found.coin_balance ?? null,
      transactions_count: counters?.transactions_count ?? null,
    }
  })
  const { coin_price: rate } = (await reader.detail('chain-statistics', {})) ?? {}
  return { ...page, exchange_rate: rate ?? null, total_supply: null }
}

const LANGUAGES = new Set(['solidity', 'vyper', 'yul'])

async function verifiedContracts(request: ExplorerRequest): Promise<ExplorerList> {
  const { reader, written, filters } = request
  const wanted = wordsIn(filters.q)
  const language = LANGUAGES.has(wordsIn(filters.filter)) ? filters.filter : undefined
  return ranked(request, 'known-contracts', async (hash) => {
    const contract = await detailOf(reader, 'smart-contract', hash)
    if (contract?.is_verified !== true || (language ?? contract.language) !== contract.language) return null
    const address = await detailOf(reader, 'address', hash)
    if (!address || !`${hash} ${String(contract.name)}`.toLowerCase().includes(wanted)) return null
    const counters = await detailOf(reader, 'address-counters', hash)
    return {
      address: addressPart(written.detail.address(address) as WireItem),
      coin_balance: address.coin_balance ?? null,
      compiler_version: contract.compiler_version ?? null,
      language: contract.language ?? null,
      has_constructor_args: contract.constructor_args != null,
      license_type: contract.license_type ?? 'none',
      market_cap: null,
      optimization_enabled: contract.optimization_enabled ?? null,
      transactions_count: Number(counters?.transactions_count ?? 0),
      verified_at: contract.verified_at ?? null,
      certified: false,
      reputation: address.reputation ?? 'ok',
    }
  })
}

const detailOf = async (
  reader: ChainReader,
  id: 'address' | 'address-counters' | 'smart-contract',
  address: string,
): Promise<WireItem | null> => reader.detail(id, { address_hash: address.toLowerCase() })

async function ofTransaction(
  { reader, params }: ExplorerRequest,
  answer: WireItem,
): Promise<WireItem | null> {
  return (await reader.detail('transaction', params)) && answer
}

const WITH_BLOBS = 3

async function blobsOf({ reader, params }: ExplorerRequest) {
  const transaction = await reader.detail('transaction', params)
  if (transaction?.type === WITH_BLOBS) throw new NotServed('Blobs are not kept here.')
  return transaction && EMPTY
}

const MAX_METHODS = 50

let standardMethods: readonly { readonly method_id: string; readonly name: string }[] | undefined

/** The functions of the standards, each once; made with the first request, because each selector is a hash. */
function readStandardMethods() {
  const all = Object.values(STANDARDS)
    .flatMap((signatures) => parseSignatures(signatures))
    .flatMap((item) => (item.kind === 'function' ? [{ method_id: selectorOf(item), name: item.name }] : []))
  return [...new Map(all.map((method) => [method.method_id, method])).values()]
}

function methods(wanted: string) {
  standardMethods ??= readStandardMethods()
  return standardMethods
    .filter(({ method_id: id, name }) =>
      wanted.startsWith('0x') ? id === wanted : name.toLowerCase().startsWith(wanted),
    )
    .slice(0, MAX_METHODS)
}
