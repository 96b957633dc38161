/**
 * The fields that a query can use in each kind of row: one reader for each field, by resource. A word of the language
 * works in a list whose rows have its field, and is an error in all others. A resource that is missing here is a
 * compile error.
 */
import type { AddressRef } from '../chain/address.ts'
import type { AdvancedFilterItem } from '../chain/advanced-filter.ts'
import { calledMethod } from '../chain/call-name.ts'
import type { Block, Withdrawal } from '../chain/block.ts'
import type { CoinBalance } from '../chain/coin-balance.ts'
import type { Log } from '../chain/log.ts'
import { rawNftName } from '../chain/nft-name.ts'
import { isScamItem } from '../chain/reputation.ts'
import type { SearchItem } from '../chain/search.ts'
import type {
  NftCollection,
  Token,
  TokenBalance,
  TokenHolder,
  TokenInstance,
  TokenTransfer,
  TransferTotal,
} from '../chain/token.ts'
import { coinFee } from '../chain/transaction-fee.ts'
import { isWaiting, transactionMethod, transactionStatus } from '../chain/transaction-words.ts'
import type { InternalTransaction, StateChange, Transaction } from '../chain/transaction.ts'
import type { AuthorizationItem } from '../chain/authorization.ts'
import type { UserOperationItem } from '../chain/user-operation.ts'
import { withdrawnAmount, withdrawnToken, withdrawnUnit } from '../withdrawn.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import type { Coin } from '../source.ts'
import type { RowChain } from './row-chain.ts'
import type { OwnAddresses } from './own-addresses.ts'

/** Context that reading a row needs. */
export interface RowContext extends OwnAddresses {
  /** The token that the list belongs to, once it is known. */
  readonly ownToken: Token | undefined
  readonly coin: Coin
  /** The person's own labels by address in lower case. */
  readonly labels: ReadonlyMap<string, string>
  /** The time zone of dates in a query. */
  readonly zone: 'local' | 'utc'
  /** The row's chain, if the query is on rows of several chains. */
  readonly chain?: RowChain | undefined
  /** The decoded event of a log, if it is known. */
  readonly eventOf?: ((log: Log) => { readonly name: string; readonly text: string } | undefined) | undefined
  /** The name of an event by its hash, if it is known locally. */
  readonly eventName?: ((hash: string) => string | undefined) | undefined
}

/** An amount in smallest units. `token` is null for the coin. */
export interface Amount {
  readonly raw: string
  readonly decimals: string | number | null | undefined
  readonly token: Pick<Token, 'address_hash' | 'symbol' | 'name'> | null
  /** The price of one unit in dollars, if the row has it. */
  readonly price?: string | null | undefined
}

type Maybe<T> = T | null | undefined
/** The fields by which a token is found by name. */
export type TokenName = Pick<Token, 'address_hash' | 'symbol' | 'name'>

export interface RowFields<Item> {
  readonly from?: (item: Item) => Maybe<AddressRef>
  readonly to?: (item: Item) => Maybe<AddressRef>
  /** All addresses of the row, including sender and receiver. */
  readonly parties?: (item: Item) => readonly Maybe<AddressRef>[]
  readonly tokens?: (item: Item, context: RowContext) => readonly Maybe<TokenName>[]
  readonly amounts?: (item: Item, context: RowContext) => readonly Amount[]
  /** Amounts that can have a price. */
  readonly worth?: (item: Item, context: RowContext) => readonly Amount[]
  /** In the coin's smallest unit. */
  readonly value?: (item: Item, context: RowContext) => Maybe<string>
  readonly fee?: (item: Item) => Maybe<string>
  readonly time?: (item: Item) => Maybe<string>
  readonly block?: (item: Item) => Maybe<number | string>
  readonly method?: (item: Item, context: RowContext) => Maybe<string>
  /** Distinguishes methods that have no known name, or share one: the 32 bytes of an event, in lower case. */
  readonly methodHash?: (item: Item) => Maybe<string>
  readonly types?: (item: Item) => readonly Maybe<string>[]
  readonly ids?: (item: Item) => readonly Maybe<string>[]
  readonly isFailed?: (item: Item) => boolean
  readonly isPending?: (item: Item) => boolean
  readonly isScam?: (item: Item, context: RowContext) => boolean
  /** Further values that free text is matched with: hashes, numbers, words. */
  readonly texts: (item: Item, context: RowContext) => readonly Maybe<string | number>[]
}

/** The item type of each kind. */
export interface ResourceItems {
  readonly transaction: Transaction
  readonly 'internal-transaction': InternalTransaction
  readonly transfer: TokenTransfer
  readonly 'advanced-filter': AdvancedFilterItem
  readonly token: Token
  readonly 'token-balance': TokenBalance
  readonly holder: TokenHolder
  readonly nft: TokenInstance
  readonly 'nft-collection': NftCollection
  readonly block: Block
  readonly withdrawal: Withdrawal
  readonly 'state-change': StateChange
  readonly log: Log
  readonly 'search-result': SearchItem
  readonly 'coin-balance': CoinBalance
  readonly 'user-operation': UserOperationItem
  readonly authorization: AuthorizationItem
}

/** A movement of a ledger. No list has movements, but the filter language works on them. */
export interface QueriedMovement {
  /** The address whose ledger it is. */
  readonly own: AddressRef
  readonly counterparty: AddressRef | null
  /** Signed, in the smallest unit. */
  readonly amount: string
  /** Null for the coin. */
  readonly token: Token | null
  readonly nft: string | null
  readonly rule: string
  readonly block: number
  /** In ms since 1970. */
  readonly time: number | null
  readonly transaction: string | null
}

/** The kinds of rows that a query can be on. */
export type Queried = Resource | 'movement'
interface QueriedItems extends ResourceItems {
  readonly movement: QueriedMovement
}

const isScam = (item: object, { ownAddress, ownAddresses, ownToken }: RowContext) =>
  isScamItem(item, ownAddresses ?? ownAddress ?? ownToken?.address_hash.toLowerCase())

const coin = (
  raw: Maybe<string>,
  { coin: { decimals } }: RowContext,
  price?: Maybe<string>,
): readonly Amount[] => (raw == null ? [] : [{ raw, decimals, token: null, price }])

interface Parties {
  readonly from?: Maybe<AddressRef>
  readonly to?: Maybe<AddressRef>
  readonly created_contract?: Maybe<AddressRef>
}
/** The created contract counts as the receiver. */
const PARTIES = {
  from: (item: Parties) => item.from,
  to: (item: Parties) => item.to ?? item.created_contract,
  parties: (item: Parties) => [item.from, item.to, item.created_contract],
}

const transactionWorth = (item: Transaction, context: RowContext) =>
  coin(item.value, context, item.historic_exchange_rate ?? item.exchange_rate)

const transaction: RowFields<Transaction> = {
  ...PARTIES,
  amounts: transactionWorth,
  worth: transactionWorth,
  value: (item) => item.value,
  fee: coinFee,
  time: (item) => item.timestamp,
  block: (item) => item.block_number,
  method: transactionMethod,
  types: (item) => item.transaction_types ?? [],
  isFailed: (item) => transactionStatus(item) === 'failed',
  isPending: isWaiting,
  isScam,
  texts: (item) => [item.hash, item.block_number, item.result, item.raw_input?.slice(0, 10)],
}

/**
 * Calls that run another contract's code or only read: their value is that of the surrounding call, and is not moved.
 */
const MOVES_NOTHING: ReadonlySet<string> = new Set(['delegatecall', 'callcode', 'staticcall'])

const internalTransaction: RowFields<InternalTransaction> = {
  ...PARTIES,
  amounts: (item, context) => (MOVES_NOTHING.has(item.type ?? '') ? [] : coin(item.value, context)),
  value: (item) => item.value,
  time: (item) => item.timestamp,
  block: (item) => item.block_number,
  types: (item) => [item.type],
  isFailed: (item) => item.success === false,
  isScam,
  texts: (item) => [item.transaction_hash, item.block_number, item.error],
}

function ofTransfer(
  item: Pick<TokenTransfer, 'token_type'>,
  { value, decimals }: TransferTotal,
  token: Token,
): readonly Amount[] {
  if (value != null)
    return [{ raw: value, decimals: decimals ?? token.decimals, token, price: token.exchange_rate }]
  // The API gives no amount for an NFT; it counts as one.
  return (item.token_type ?? token.type) === 'ERC-721' ? [{ raw: '1', decimals: 0, token }] : []
}

function transferAmounts(item: TokenTransfer, { ownToken }: RowContext): readonly Amount[] {
  const token = item.token ?? ownToken
  return token ? item.total.flatMap((total) => ofTransfer(item, total, token)) : []
}

const transfer: RowFields<TokenTransfer> = {
  ...PARTIES,
  tokens: (item, { ownToken }) => [item.token ?? ownToken],
  amounts: transferAmounts,
  worth: transferAmounts,
  time: (item) => item.timestamp,
  block: (item) => item.block_number,
  method: calledMethod,
  types: (item) => [item.token_type ?? item.token?.type, item.type],
  ids: (item) => item.total.map(({ token_id: id }) => id),
  isScam,
  texts: (item) => [item.transaction_hash, item.block_number],
}

const advancedFilterAmounts = (item: AdvancedFilterItem, context: RowContext): readonly Amount[] => {
  const { token: moved } = item
  return moved
    ? item.total.flatMap((total) => ofTransfer({ token_type: item.type }, total, moved))
    : coin(item.value, context)
}

const isWholeTransaction = (item: AdvancedFilterItem) =>
  item.internal_transaction_index == null && item.token_transfer_index == null

const advancedFilter: RowFields<AdvancedFilterItem> = {
  ...PARTIES,
  tokens: (item) => [item.token],
  amounts: advancedFilterAmounts,
  worth: advancedFilterAmounts,
  value: (item) => item.value,
  // Each row of a transaction has the whole fee: it counts once.
  fee: (item) => (isWholeTransaction(item) ? item.fee : undefined),
  time: (item) => item.timestamp,
  block: (item) => item.block_number,
  method: calledMethod,
  types: (item) => [item.type],
  ids: (item) => item.total.map(({ token_id: id }) => id),
  isFailed: (item) => item.status === 'error',
  isScam,
  texts: (item) => [item.hash, item.block_number],
}

const ofToken = (raw: Maybe<string>, token: Maybe<Token>): readonly Amount[] =>
  raw == null || !token ? [] : [{ raw, decimals: token.decimals, token, price: token.exchange_rate }]

const tokenBalance: RowFields<TokenBalance> = {
  tokens: (item) => [item.token],
  amounts: (item) => ofToken(item.value, item.token),
  worth: (item) => ofToken(item.value, item.token),
  types: (item) => [item.token.type],
  ids: (item) => [item.token_id],
  isScam,
  texts: (item) => [item.token_instance && rawNftName(item.token_instance)],
}

const holder: RowFields<TokenHolder> = {
  parties: (item) => [item.address],
  amounts: (item, { ownToken }) => ofToken(item.value, ownToken),
  worth: (item, { ownToken }) => ofToken(item.value, ownToken),
  ids: (item) => [item.token_id],
  texts: () => [],
}

const nft: RowFields<TokenInstance> = {
  parties: (item) => [item.owner],
  tokens: (item, { ownToken }) => [item.token ?? ownToken],
  amounts: (item, { ownToken }) => ofToken(item.value, item.token ?? ownToken),
  types: (item) => [item.token_type ?? item.token?.type],
  ids: (item) => [item.id],
  isScam,
  texts: (item) => [rawNftName(item)],
}

const stateChangeAmounts = (item: StateChange, context: RowContext) => {
  const raw = typeof item.change === 'string' ? item.change : undefined
  return item.token ? ofToken(raw, item.token) : coin(raw, context)
}

const isOut = ({ amount }: QueriedMovement) => amount.startsWith('-')
const movedAmount = ({ amount }: QueriedMovement) => amount.replace('-', '')

const movement: RowFields<QueriedMovement> = {
  from: (item) => (isOut(item) ? item.own : item.counterparty),
  to: (item) => (isOut(item) ? item.counterparty : item.own),
  parties: (item) => [item.own, item.counterparty],
  // The coin matches by its symbol, like a token.
  tokens: (item, { coin: { symbol } }) => [item.token ?? { address_hash: '', symbol, name: null }],
  amounts(item, context) {
    if (!item.token) return coin(movedAmount(item), context)
    const decimals = item.token.type === 'ERC-721' ? 0 : item.token.decimals
    return [{ raw: movedAmount(item), decimals, token: item.token }]
  },
  value: (item) => (item.token ? undefined : movedAmount(item)),
  fee: (item) => (item.rule === 'fee' ? movedAmount(item) : undefined),
  time: (item) => (item.time === null ? undefined : new Date(item.time).toISOString()),
  block: (item) => item.block,
  types: (item) => [item.rule, item.token?.type],
  ids: (item) => [item.nft],
  isScam: (item, context) => isScam({ token: item.token, from: item.own, to: item.counterparty }, context),
  texts: (item) => [item.transaction, item.block],
}

const EVENT = /^0x[0-9a-f]{64}$/

function eventHash({ topics }: Log): string | undefined {
  const hash = topics?.[0]?.toLowerCase()
  return hash !== undefined && EVENT.test(hash) ? hash : undefined
}

const ROW_FIELDS: { readonly [R in Queried]: RowFields<QueriedItems[R]> } = {
  movement,
  transaction,
  'internal-transaction': internalTransaction,
  transfer,
  'advanced-filter': advancedFilter,
  'token-balance': tokenBalance,
  holder,
  nft,
  token: {
    tokens: (item) => [item],
    types: (item) => [item.type],
    isScam,
    texts: () => [],
  },
  'nft-collection': {
    tokens: (item) => [item.token],
    amounts: (item) => (item.amount == null ? [] : [{ raw: item.amount, decimals: 0, token: item.token }]),
    types: (item) => [item.token.type],
    ids: (item) => (item.token_instances ?? []).map(({ id }) => id),
    isScam,
    texts: (item) => (item.token_instances ?? []).map(rawNftName),
  },
  block: {
    parties: (item) => [item.miner],
    fee: (item) => item.transaction_fees,
    time: (item) => item.timestamp,
    block: (item) => item.height,
    types: (item) => [item.type],
    texts: (item) => [item.hash, item.height],
  },
  withdrawal: {
    to: (item) => item.receiver,
    parties: (item) => [item.receiver],
    amounts: (item, context) => {
      const raw = withdrawnAmount(item.amount, context.coin)
      const { decimals } = withdrawnUnit(context.coin)
      return raw == null ? [] : [{ raw, decimals, token: withdrawnToken(context.coin) }]
    },
    value: (item, { coin: { withdrawals } }) => (withdrawals ? undefined : item.amount),
    time: (item) => item.timestamp,
    block: (item) => item.block_number,
    texts: (item) => [item.index, item.validator_index, item.block_number],
  },
  'state-change': {
    parties: (item) => [item.address],
    tokens: (item) => [item.token],
    amounts: stateChangeAmounts,
    worth: stateChangeAmounts,
    types: (item) => [item.token?.type ?? item.type],
    ids: (item) => [item.token_id],
    isScam,
    texts: () => [],
  },
  log: {
    from: (item) => item.address,
    parties: (item) => [item.address, item.smart_contract],
    time: (item) => item.block_timestamp,
    block: (item) => item.block_number,
    method: (item, { eventOf }) => eventOf?.(item)?.name ?? item.decoded?.method_call?.replace(/\(.*$/s, ''),
    methodHash: eventHash,
    texts: (item, { eventOf }) => [
      item.decoded?.method_call,
      item.transaction_hash,
      item.block_number,
      eventOf?.(item)?.text,
      ...(item.topics ?? []),
    ],
  },
  'search-result': {
    parties: (item) =>
      item.address_hash == null
        ? []
        : [{ hash: item.address_hash, name: item.name, ens_domain_name: item.ens_info?.name }],
    types: (item) => [item.type, item.token_type],
    block: (item) => item.block_number,
    isScam,
    texts: (item) => [
      item.symbol,
      item.name,
      item.metadata?.name,
      item.transaction_hash,
      item.block_hash,
      item.block_number,
    ],
  },
  'coin-balance': {
    amounts: (item, context) => coin(item.delta, context),
    value: (item) => item.value,
    time: (item) => item.block_timestamp,
    block: (item) => item.block_number,
    texts: (item) => [item.transaction_hash, item.block_number],
  },
  'user-operation': {
    from: (item) => item.address,
    parties: (item) => [item.address, item.paymaster, item.bundler, item.entry_point],
    fee: (item) => item.fee,
    time: (item) => item.timestamp,
    block: (item) => item.block_number,
    isFailed: (item) => item.status === false,
    texts: (item) => [item.hash, item.transaction_hash, item.block_number, item.nonce],
  },
  authorization: {
    from: (item) => item.authority,
    to: (item) => item.delegate,
    parties: (item) => [item.authority, item.delegate],
    time: (item) => item.timestamp,
    block: (item) => item.block_number,
    isFailed: (item) => item.status?.startsWith('invalid') === true,
    texts: (item) => [item.transaction_hash, item.block_number, item.nonce, item.status],
  },
}

/** The fields of a kind of row, for code that handles all kinds. The caller passes items of that kind only. */
export const rowFields = (resource: Queried) => ROW_FIELDS[resource] as RowFields<object>
