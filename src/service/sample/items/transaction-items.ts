import type { WireItem } from '../../chain-reader.ts'
import { ROLE, USER_ROLE } from '../config/addresses.ts'
import { checksummed, isContract, roleItem, roleOrNull } from './address-items.ts'
import { decodeCall, encodeCall, methodOf } from './call-data.ts'
import { nth } from '../lib/item-at.ts'
import type { Plan, PlannedTransaction, RevertReason } from '../templates/period-template.ts'
import { transactionsOf } from '../chain/event-selectors.ts'
import { transferItem } from './transfer-items.ts'
import { timestamp, type View } from '../chain/snapshot.ts'
import type { Place } from '../chain/chain-model.ts'

/** Transfers shown with a transaction; of more, the lists of transfers tell. */
const TRANSFERS_SHOWN = 10
export const COIN_RATE = '2481.37'

export function transactionItem(view: View, place: Place): WireItem {
  const { world, clock, head } = view
  const { period } = place
  const plan = world.plan(period)
  const transaction = nth(plan.transactions, place.transaction)
  const block = nth(plan.blocks, transaction.block)
  const height = world.heightOf(period, block)
  const mined = view.isMined(place)
  const ofMined = <T>(value: T): T | null => (mined ? value : null)
  const { failure, baseFee, tip, gasUsed } = transaction
  const dynamic = transaction.type >= 2
  const sender = world.account(transaction.from, period)
  const nonce = view
    .sequence(sender, 'transactions from', transactionsOf('from'))
    .countBefore({ period, ordinal: place.transaction })
  const transfers = mined ? transfersIn(plan, place.transaction) : []
  return {
    hash: world.transactionHash(place),
    timestamp: ofMined(timestamp(clock.blockTime(height))),
    block_number: ofMined(height),
    position: ofMined(place.transaction - block.firstTransaction),
    nonce,
    confirmations: mined ? head.height - height + 1 : 0,
    confirmation_duration: mined ? [0, 4000] : [],
    status: ofMined(failure ? 'error' : 'ok'),
    result: mined ? (failure?.result ?? 'success') : 'pending',
    type: transaction.type,
    method: methodWords(transaction),
    from: roleItem(view, transaction.from, period),
    to: roleOrNull(view, transaction.to, period),
    created_contract: mined && !failure ? roleOrNull(view, transaction.created, period) : null,
    value: String(transaction.value),
    fee: mined
      ? { type: 'actual', value: String(transaction.fee) }
      : { type: 'maximum', value: String(transaction.gasLimit * (2n * baseFee + tip)) },
    gas_limit: String(transaction.gasLimit),
    gas_used: ofMined(String(gasUsed)),
    gas_price: String(mined ? baseFee + tip : 2n * baseFee + tip),
    base_fee_per_gas: ofMined(String(baseFee)),
    max_fee_per_gas: dynamic ? String(2n * baseFee + tip) : null,
    max_priority_fee_per_gas: dynamic ? String(tip) : null,
    priority_fee: ofMined(String(tip * gasUsed)),
    transaction_burnt_fee: ofMined(String(baseFee * gasUsed)),
    exchange_rate: COIN_RATE,
    revert_reason: mined && failure ? reasonItem(view, failure.reason, period) : null,
    has_error_in_internal_transactions: ofMined(hasInnerError(plan, place.transaction)),
    raw_input: transaction.call ? encodeCall(transaction.call, world.names(period)) : `0x${transaction.data}`,
    decoded_input: transaction.call?.decoded ? decodeCall(transaction.call, world.names(period)) : null,
    token_transfers: transfers
      .slice(0, TRANSFERS_SHOWN)
      .map((ordinal) => transferItem(view, period, ordinal, true)),
    token_transfers_overflow: transfers.length > TRANSFERS_SHOWN,
    transaction_types: typesOf(view, transaction, period, transfers.length > 0),
    transaction_tag: null,
    actions: [],
    authorization_list: transaction.type === 4 ? [authorization(view, transaction, nonce)] : [],
    is_pending_update: false,
  }
}

/** A name, or four bytes where the input is no call that is known. */
function methodWords({ call, data, to }: PlannedTransaction): string | null {
  if (call) return methodOf(call)
  return to !== null && data.length >= 8 ? `0x${data.slice(0, 8)}` : null
}

/** An account lets a contract's code act for it (EIP-7702). */
const authorization = (view: View, { from }: PlannedTransaction, nonce: number): WireItem => ({
  address_hash: checksummed(view, { kind: 'fixed', role: ROLE.walletCode }),
  authority: checksummed(view, { kind: 'fixed', role: from }),
  chain_id: 31337420,
  nonce: nonce + 1,
  status: 'ok',
})

function transfersIn({ transfers }: Plan, transaction: number): number[] {
  return transfers.flatMap((transfer, ordinal) => (transfer.transaction === transaction ? [ordinal] : []))
}

const hasInnerError = ({ internals }: Plan, transaction: number) =>
  internals.some((call) => call.transaction === transaction && call.error !== null)

function reasonItem(view: View, reason: RevertReason, period: number): unknown {
  switch (reason.form) {
    case 'none':
      return null
    case 'text':
      return reason.text
    case 'raw':
      return { raw: reason.raw }
    case 'decoded':
      return decodeCall(reason, view.world.names(period))
  }
}

function typesOf(
  view: View,
  { type, to, call, value, from }: PlannedTransaction,
  period: number,
  moves: boolean,
): string[] {
  const types: string[] = []
  if (moves) types.push('token_transfer')
  if (to === null) types.push('contract_creation')
  else if (call || isContract(view, view.world.account(to, period))) types.push('contract_call')
  if (to === null && moves && from < USER_ROLE) types.push('token_creation')
  if (value > 0n) types.push('coin_transfer')
  if (type === 4) types.push('set_code_transaction')
  return types
}
