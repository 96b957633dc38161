/**
 * The columns of exported files by kind of row: one table for every format. JSON Lines contain each item whole, also
 * the fields without a column. A kind that is missing here is a compile error.
 */
import type { AdvancedFilterItem } from '../chain/advanced-filter.ts'
import { calledMethod } from '../chain/call-name.ts'
import type { Block, Withdrawal } from '../chain/block.ts'
import { rawNftName } from '../chain/nft-name.ts'
import { isScamItem } from '../chain/reputation.ts'
import type { NftCollection, Token, TokenInstance, TokenTransfer, TransferTotal } from '../chain/token.ts'
import { paidFee } from '../chain/transaction-fee.ts'
import { transactionMethod, transactionStatus } from '../chain/transaction-words.ts'
import type { InternalTransaction, StateChange, Transaction } from '../chain/transaction.ts'
import { withdrawnAmount, withdrawnToken, withdrawnUnit } from '../withdrawn.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import type { ResourceItems, RowContext } from '../query/row-fields.ts'
import {
  amount,
  approximate,
  boolean,
  coinAmount,
  count,
  DIRECTION,
  gasPrice,
  IN_BLOCK,
  integer,
  jsonText,
  list,
  nameText,
  number,
  text,
  time,
  tokenFields,
  who,
  type ExportField,
  type Fields,
} from './field-kinds.ts'

const IS_SCAM: ExportField<object> = boolean('is_scam', (item, { ownAddress, ownAddresses, ownToken }) =>
  isScamItem(item, ownAddresses ?? ownAddress ?? ownToken?.address_hash.toLowerCase()),
)
const words = (all: readonly (string | null | undefined)[]) =>
  all.filter((one) => one != null && one !== '').join(' ')
const priceOf = (price: string | null | undefined) => (price == null ? undefined : Number(price))

const TRANSACTION: Fields<Transaction> = [
  text('hash', (item) => item.hash),
  ...IN_BLOCK,
  integer('position', (item) => item.position),
  text('status', (item) => transactionStatus(item)),
  text('result', (item) => nameText(item.result, 200)),
  text('method', (item) => nameText(transactionMethod(item))),
  text('method_id', (item) => (item.raw_input == null ? undefined : item.raw_input.slice(0, 10))),
  list('types', (item) => words(item.transaction_types ?? [])),
  ...who<Transaction>('from', (item) => item.from),
  DIRECTION,
  ...who<Transaction>('to', (item) => item.to),
  text('created_contract', (item) => item.created_contract?.hash),
  ...coinAmount<Transaction>('value', (item) => item.value),
  ...amount<Transaction>(
    'fee',
    (item) => paidFee(item)?.amount,
    (item, { coin }) => {
      const token = paidFee(item)?.token
      return token ? token.decimals : coin.decimals
    },
  ),
  text('fee_token', (item) => paidFee(item)?.token?.address_hash),
  text('fee_token_symbol', (item) => nameText(paidFee(item)?.token?.symbol, 40)),
  ...coinAmount<Transaction>('burnt_fee', (item) => item.transaction_burnt_fee),
  number('coin_price_then_usd', (item) => priceOf(item.historic_exchange_rate)),
  number('coin_price_now_usd', (item) => priceOf(item.exchange_rate)),
  count('gas_limit', (item) => item.gas_limit),
  count('gas_used', (item) => item.gas_used),
  ...gasPrice<Transaction>('gas_price', (item) => item.gas_price),
  ...gasPrice<Transaction>('base_fee_per_gas', (item) => item.base_fee_per_gas),
  ...gasPrice<Transaction>('max_fee_per_gas', (item) => item.max_fee_per_gas),
  ...gasPrice<Transaction>('max_priority_fee_per_gas', (item) => item.max_priority_fee_per_gas),
  count('nonce', (item) => item.nonce),
  integer('type', (item) => item.type),
  text('revert_reason', (item) => jsonText(item.revert_reason)),
  IS_SCAM,
]

const INTERNAL_TRANSACTION: Fields<InternalTransaction> = [
  text('transaction_hash', (item) => item.transaction_hash),
  integer('index', (item) => item.index),
  ...IN_BLOCK,
  text('type', (item) => nameText(item.type, 40)),
  ...who<InternalTransaction>('from', (item) => item.from),
  DIRECTION,
  ...who<InternalTransaction>('to', (item) => item.to),
  text('created_contract', (item) => item.created_contract?.hash),
  ...coinAmount<InternalTransaction>('value', (item) => item.value),
  count('gas_limit', (item) => item.gas_limit),
  boolean('success', (item) => item.success),
  text('error', (item) => nameText(item.error, 200)),
  IS_SCAM,
]

/** Items that move tokens. An item with several totals is one row for each (`rowsOfItem`). */
interface Moved {
  readonly total: readonly TransferTotal[]
}
const movedFields = <Item extends Moved>(
  tokenOf: (item: Item, context: RowContext) => Token | null | undefined,
): Fields<Item> => [
  ...tokenFields(tokenOf),
  text('token_id', (item) => item.total[0]?.token_id),
  ...amount<Item>(
    'amount',
    (item) => item.total[0]?.value,
    (item, context) => item.total[0]?.decimals ?? tokenOf(item, context)?.decimals,
  ),
  number('token_price_now_usd', (item, context) => priceOf(tokenOf(item, context)?.exchange_rate)),
]

const TRANSFER: Fields<TokenTransfer> = [
  text('transaction_hash', (item) => item.transaction_hash),
  integer('log_index', (item) => item.log_index),
  integer('batch_index', batchIndexOf),
  ...IN_BLOCK,
  text('type', (item) => nameText(item.type, 40)),
  text('method', (item) => nameText(calledMethod(item))),
  ...who<TokenTransfer>('from', (item) => item.from),
  DIRECTION,
  ...who<TokenTransfer>('to', (item) => item.to),
  text('token_type', (item, { ownToken }) =>
    nameText(item.token_type ?? item.token?.type ?? ownToken?.type, 40),
  ),
  ...movedFields<TokenTransfer>((item, { ownToken }) => item.token ?? ownToken),
  IS_SCAM,
]

const ADVANCED_FILTER: Fields<AdvancedFilterItem> = [
  text('transaction_hash', (item) => item.hash),
  integer('transaction_index', (item) => item.transaction_index),
  integer('internal_transaction_index', (item) => item.internal_transaction_index),
  integer('token_transfer_index', (item) => item.token_transfer_index),
  integer('batch_index', (item) => item.token_transfer_batch_index ?? batchIndexOf(item)),
  ...IN_BLOCK,
  text('type', (item) => nameText(item.type, 40)),
  text('status', (item) => nameText(item.status, 40)),
  text('method', (item) => nameText(calledMethod(item))),
  ...who<AdvancedFilterItem>('from', (item) => item.from),
  DIRECTION,
  ...who<AdvancedFilterItem>('to', (item) => item.to),
  text('created_contract', (item) => item.created_contract?.hash),
  ...coinAmount<AdvancedFilterItem>('value', (item) => item.value),
  ...coinAmount<AdvancedFilterItem>('fee', (item) => item.fee),
  ...movedFields<AdvancedFilterItem>((item) => item.token),
  IS_SCAM,
]

const TOKEN: Fields<Token> = [
  ...tokenFields<Token>((item) => item),
  text('token_type', (item) => nameText(item.type, 40)),
  ...amount<Token>(
    'total_supply',
    (item) => item.total_supply,
    (item) => item.decimals,
  ),
  integer('holders_count', (item) => item.holders_count),
  number('token_price_now_usd', (item) => priceOf(item.exchange_rate)),
  number('market_cap_usd', (item) => priceOf(item.circulating_market_cap)),
  IS_SCAM,
]

const NFT: Fields<TokenInstance> = [
  ...tokenFields<TokenInstance>((item, { ownToken }) => item.token ?? ownToken),
  text('token_type', (item, { ownToken }) =>
    nameText(item.token_type ?? item.token?.type ?? ownToken?.type, 40),
  ),
  text('token_id', (item) => item.id),
  text('name', (item) => nameText(rawNftName(item))),
  ...who<TokenInstance>('owner', (item) => item.owner),
  text('amount', (item) => item.value),
  boolean('is_unique', (item) => item.is_unique),
  text('image_url', (item) => item.image_url),
  text('metadata', (item) => jsonText(item.metadata)),
  IS_SCAM,
]

const NFT_COLLECTION: Fields<NftCollection> = [
  ...tokenFields<NftCollection>((item) => item.token),
  text('token_type', (item) => nameText(item.token.type, 40)),
  text('amount', (item) => item.amount),
  text('first_token_ids', (item) => words((item.token_instances ?? []).map(({ id }) => id))),
  IS_SCAM,
]

const BLOCK: Fields<Block> = [
  integer('block_number', (item) => item.height),
  text('hash', (item) => item.hash),
  text('parent_hash', (item) => item.parent_hash),
  time('timestamp', (item) => item.timestamp),
  text('type', (item) => nameText(item.type, 40)),
  ...who<Block>('miner', (item) => item.miner),
  integer('transactions_count', (item) => item.transactions_count),
  integer('withdrawals_count', (item) => item.withdrawals_count),
  integer('size', (item) => item.size),
  count('gas_limit', (item) => item.gas_limit),
  count('gas_used', (item) => item.gas_used),
  ...gasPrice<Block>('base_fee_per_gas', (item) => item.base_fee_per_gas),
  ...coinAmount<Block>('burnt_fees', (item) => item.burnt_fees),
  ...coinAmount<Block>('priority_fee', (item) => item.priority_fee),
  ...coinAmount<Block>('transaction_fees', (item) => item.transaction_fees),
  text('difficulty', (item) => item.difficulty),
  text('nonce', (item) => item.nonce),
  text('uncles', (item) => words(item.uncles_hashes ?? [])),
]

const WITHDRAWAL: Fields<Withdrawal> = [
  integer('index', (item) => item.index),
  integer('validator_index', (item) => item.validator_index),
  ...IN_BLOCK,
  ...who<Withdrawal>('receiver', (item) => item.receiver),
  ...amount<Withdrawal>(
    'amount',
    (item, { coin }) => withdrawnAmount(item.amount, coin),
    (_, { coin }) => withdrawnUnit(coin).decimals,
  ),
  text('token', (_, { coin }) => withdrawnToken(coin)?.address_hash),
  text('token_symbol', (_, { coin }) => withdrawnToken(coin)?.symbol),
]

/** The decimals of the token, or else of the coin. */
const changeDecimals = (item: StateChange, { coin }: RowContext) =>
  item.token ? item.token.decimals : coin.decimals
const STATE_CHANGE: Fields<StateChange> = [
  ...who<StateChange>('address', (item) => item.address),
  text('type', (item) => nameText(item.type, 40)),
  boolean('is_miner', (item) => item.is_miner),
  ...tokenFields<StateChange>((item) => item.token),
  text('token_id', (item) => item.token_id),
  ...amount<StateChange>('balance_before', (item) => item.balance_before, changeDecimals),
  ...amount<StateChange>('balance_after', (item) => item.balance_after, changeDecimals),
  text('change', (item) => jsonText(item.change)),
  number('change_approx', (item, context) =>
    typeof item.change === 'string' ? approximate(item.change, changeDecimals(item, context)) : undefined,
  ),
  IS_SCAM,
]

const EXPORT_FIELDS: { readonly [R in Resource]: Fields<ResourceItems[R]> } = {
  transaction: TRANSACTION,
  'internal-transaction': INTERNAL_TRANSACTION,
  transfer: TRANSFER,
  'advanced-filter': ADVANCED_FILTER,
  token: TOKEN,
  'token-balance': [
    ...tokenFields<ResourceItems['token-balance']>((item) => item.token),
    text('token_type', (item) => nameText(item.token.type, 40)),
    text('token_id', (item) => item.token_id),
    ...amount<ResourceItems['token-balance']>(
      'value',
      (item) => item.value,
      (item) => item.token.decimals,
    ),
    number('token_price_now_usd', (item) => priceOf(item.token.exchange_rate)),
    IS_SCAM,
  ],
  holder: [
    ...who<ResourceItems['holder']>('address', (item) => item.address),
    ...tokenFields<ResourceItems['holder']>((_, { ownToken }) => ownToken),
    text('token_id', (item) => item.token_id),
    ...amount<ResourceItems['holder']>(
      'value',
      (item) => item.value,
      (_, { ownToken }) => ownToken?.decimals,
    ),
  ],
  nft: NFT,
  'nft-collection': NFT_COLLECTION,
  block: BLOCK,
  withdrawal: WITHDRAWAL,
  'state-change': STATE_CHANGE,
  log: [
    text('transaction_hash', (item) => item.transaction_hash),
    integer('log_index', (item) => item.index),
    integer('block_number', (item) => item.block_number),
    text('block_hash', (item) => item.block_hash),
    time('timestamp', (item) => item.block_timestamp),
    ...who<ResourceItems['log']>('address', (item) => item.address),
    text('event', (item, { eventOf }) => nameText(eventOf?.(item)?.name ?? item.decoded?.method_call, 500)),
    ...[0, 1, 2, 3].map((at) =>
      text<ResourceItems['log']>(`topic${String(at)}`, (item) => item.topics?.[at]),
    ),
    text('data', (item) => item.data),
  ],
  'search-result': [
    text('type', (item) => nameText(item.type, 40)),
    text('address', (item) => item.address_hash),
    text('name', (item) => nameText(item.name ?? item.metadata?.name)),
    text('ens_name', (item) => nameText(item.ens_info?.name)),
    text('symbol', (item) => nameText(item.symbol, 40)),
    text('token_type', (item) => nameText(item.token_type, 40)),
    text('total_supply', (item) => item.total_supply),
    number('token_price_now_usd', (item) => priceOf(item.exchange_rate)),
    integer('block_number', (item) => item.block_number),
    text('block_hash', (item) => item.block_hash),
    text('transaction_hash', (item) => item.transaction_hash),
    time('timestamp', (item) => item.timestamp),
    IS_SCAM,
  ],
  'coin-balance': [
    integer('block_number', (item) => item.block_number),
    time('timestamp', (item) => item.block_timestamp),
    text('transaction_hash', (item) => item.transaction_hash),
    ...coinAmount<ResourceItems['coin-balance']>('value', (item) => item.value),
    ...coinAmount<ResourceItems['coin-balance']>('delta', (item) => item.delta),
  ],
  'user-operation': [
    text('operation_hash', (item) => item.hash),
    text('transaction_hash', (item) => item.transaction_hash),
    ...IN_BLOCK,
    ...who<ResourceItems['user-operation']>('sender', (item) => item.address),
    boolean('success', (item) => item.status),
    ...coinAmount<ResourceItems['user-operation']>('fee', (item) => item.fee),
    ...who<ResourceItems['user-operation']>('paymaster', (item) => item.paymaster),
    ...who<ResourceItems['user-operation']>('bundler', (item) => item.bundler),
    text('nonce', (item) => item.nonce),
    text('entry_point', (item) => item.entry_point?.hash),
  ],
  authorization: [
    text('transaction_hash', (item) => item.transaction_hash),
    ...IN_BLOCK,
    integer('index', (item) => item.index),
    ...who<ResourceItems['authorization']>('authority', (item) => item.authority),
    ...who<ResourceItems['authorization']>('delegate', (item) => item.delegate),
    text('status', (item) => item.status),
    text('nonce', (item) => item.nonce),
    text('for_chain_id', (item) => item.chain_id),
  ],
}

/** The fields of a kind, untyped, for code that handles all kinds. The caller passes items of that kind only. */
export const exportFields = (resource: Resource) => EXPORT_FIELDS[resource] as Fields<object>

const BATCH_INDEX = 'chainglass:batch'

function batchIndexOf(item: object): number | undefined {
  return (item as Record<string, unknown>)[BATCH_INDEX] as number | undefined
}

/** Splits a transfer of several ids into a row for each, so that sums are right. Any other item is one row. */
export function rowsOfItem(item: object): readonly object[] {
  const { total } = item as Partial<Moved>
  if (!Array.isArray(total) || total.length < 2) return [item]
  return total.map((one: unknown, at) => ({ ...item, total: [one], [BATCH_INDEX]: at }))
}
