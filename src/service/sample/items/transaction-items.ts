import type { WireItem } from '../../chain-reader.ts'
import { ROLE, USER_ROLE } from '../config/addresses.ts'
import { checksummed, isContract, roleItem, optionalRoleItem } from './address-items.ts'
import { decodeCall, encodeCall, methodName } from '../templates/call-data.ts'
import { indexesWhere, itemAt } from '../lib/arrays.ts'
import type { PeriodTemplate, TemplateTransaction, RevertReason } from '../templates/period-template.ts'
import { selectTransactions } from '../chain/event-selectors.ts'
import { transferItem } from './transfer-items.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import type { TransactionRef } from '../chain/chain-model.ts'

/** The maximal number of transfers in a transaction's item; its list of transfers has all. */
const MAX_TRANSFERS = 10
export const COIN_RATE = '2481.37'
const CENTS = 248_137
/** The number of blocks in a quarter of an hour. */
const BLOCKS_PER_RATE = 225

/** The price of the coin when a block was made: within a fifth of its present price. */
function pastRate({ model }: Snapshot, height: number): string {
  const change = (model.randomBits(Math.floor(height / BLOCKS_PER_RATE), 0x72617465) % (CENTS / 5)) * 2
  return ((CENTS + Math.floor(change - CENTS / 5)) / 100).toFixed(2)
}

export function transactionItem(snapshot: Snapshot, ref: TransactionRef): WireItem {
  const { model, clock, head } = snapshot
  const { period } = ref
  const template = model.template(period)
  const transaction = itemAt(template.transactions, ref.transaction)
  const block = itemAt(template.blocks, transaction.block)
  const height = model.heightOf(period, block)
  const mined = snapshot.isMined(ref)
  const ifMined = <T>(value: T): T | null => (mined ? value : null)
  const { failure, baseFee, tip, gasUsed } = transaction
  const dynamic = transaction.type >= 2
  const sender = model.participant(transaction.from, period)
  const nonce = snapshot
    .sequence(sender, 'transactions from', selectTransactions('from'))
    .countBefore({ period, ordinal: ref.transaction })
  const transfers = mined ? transfersIn(template, ref.transaction) : []
  return {
    hash: model.transactionHash(ref),
    timestamp: ifMined(formatTimestamp(clock.blockTime(height))),
    block_number: ifMined(height),
    position: ifMined(ref.transaction - block.firstTransaction),
    nonce,
    confirmations: mined ? head.height - height + 1 : 0,
    confirmation_duration: mined ? [0, 4000] : [],
    status: ifMined(failure ? 'error' : 'ok'),
    result: mined ? (failure?.result ?? 'success') : 'pending',
    type: transaction.type,
    method: methodOf(transaction),
    from: roleItem(snapshot, transaction.from, period),
    to: optionalRoleItem(snapshot, transaction.to, period),
    created_contract: mined && !failure ? optionalRoleItem(snapshot, transaction.created, period) : null,
    value: String(transaction.value),
    fee: mined
      ? { type: 'actual', value: String(transaction.fee) }
      : { type: 'maximum', value: String(transaction.gasLimit * (2n * baseFee + tip)) },
    gas_limit: String(transaction.gasLimit),
    gas_used: ifMined(String(gasUsed)),
    gas_price: String(mined ? baseFee + tip : 2n * baseFee + tip),
    base_fee_per_gas: ifMined(String(baseFee)),
    max_fee_per_gas: dynamic ? String(2n * baseFee + tip) : null,
    max_priority_fee_per_gas: dynamic ? String(tip) : null,
    priority_fee: ifMined(String(tip * gasUsed)),
    transaction_burnt_fee: ifMined(String(baseFee * gasUsed)),
    exchange_rate: COIN_RATE,
    historic_exchange_rate: ifMined(pastRate(snapshot, height)),
    revert_reason: mined && failure ? reasonItem(snapshot, failure.reason, period) : null,
    has_error_in_internal_transactions: ifMined(hasInnerError(template, ref.transaction)),
    raw_input: transaction.call
      ? encodeCall(transaction.call, model.periodContext(period))
      : `0x${transaction.data}`,
    decoded_input: transaction.call?.decoded
      ? decodeCall(transaction.call, model.periodContext(period))
      : null,
    token_transfers: transfers
      .slice(0, MAX_TRANSFERS)
      .map((ordinal) => transferItem(snapshot, period, ordinal, true)),
    token_transfers_overflow: transfers.length > MAX_TRANSFERS,
    transaction_types: typesOf(snapshot, transaction, period, transfers.length > 0),
    transaction_tag: null,
    actions: [],
    authorization_list: transaction.type === 4 ? [authorization(snapshot, transaction, nonce)] : [],
    is_pending_update: false,
  }
}

/** The function's name; the selector if the input is no known call. */
function methodOf({ call, data, to }: TemplateTransaction): string | null {
  if (call) return methodName(call)
  return to !== null && data.length >= 8 ? `0x${data.slice(0, 8)}` : null
}

/** An authorization by which the address delegates to a contract's code (EIP-7702). */
const authorization = (snapshot: Snapshot, { from }: TemplateTransaction, nonce: number): WireItem => ({
  address_hash: checksummed(snapshot, { kind: 'fixed', role: ROLE.walletCode }),
  authority: checksummed(snapshot, { kind: 'fixed', role: from }),
  chain_id: 31337420,
  nonce: nonce + 1,
  status: 'ok',
})

function transfersIn({ transfers }: PeriodTemplate, transaction: number): number[] {
  return indexesWhere(transfers, (transfer) => transfer.transaction === transaction)
}

const hasInnerError = ({ internals }: PeriodTemplate, transaction: number) =>
  internals.some((call) => call.transaction === transaction && call.error !== null)

function reasonItem(snapshot: Snapshot, reason: RevertReason, period: number): unknown {
  switch (reason.form) {
    case 'none':
      return null
    case 'text':
      return reason.text
    case 'raw':
      return { raw: reason.raw }
    case 'decoded':
      return decodeCall(reason, snapshot.model.periodContext(period))
  }
}

function typesOf(
  snapshot: Snapshot,
  { type, to, call, value, from }: TemplateTransaction,
  period: number,
  moves: boolean,
): string[] {
  const types: string[] = []
  if (moves) types.push('token_transfer')
  if (to === null) types.push('contract_creation')
  else if (call || isContract(snapshot, snapshot.model.participant(to, period))) types.push('contract_call')
  if (to === null && moves && from < USER_ROLE) types.push('token_creation')
  if (value > 0n) types.push('coin_transfer')
  if (type === 4) types.push('set_code_transaction')
  return types
}
