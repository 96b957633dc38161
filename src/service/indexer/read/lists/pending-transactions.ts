import type { Hex } from 'viem'
import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import type { PendingTransaction } from '../../model/pending-transaction.ts'
import { unknownAddress } from '../address-items.ts'
import type { ListSources } from './list-sources.ts'
import { toPage } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { isNft, transactionByHash } from './transaction-lists.ts'

/** `/transactions?filter=pending`: what waits at the node, as it says now; in its order. */
export async function pendingTransactions(sources: ListSources, request: ListRequest): Promise<ListPage> {
  const all = await sources.onDemand.readPending()
  return sources.readWithFetch((context) => {
    // A node that has no pending block may give its newest one.
    const waiting = all.filter(({ hash }) => transactionByHash(context, hash) === null)
    const after = request.after ? waiting.findIndex(({ hash }) => hash === request.after?.hash) + 1 : 0
    // The one that the page before ended with is mined: what came after it can't be told any more.
    const rest = request.after && after === 0 ? [] : waiting.slice(after, after + request.limit + 1)
    return toPage(rest, request.limit, {
      item: (transaction) => pendingItem(context, transaction),
      position: ({ hash }) => ({ block_number: null, index: null, hash, inserted_at: null }),
    })
  })
}

function pendingItem(context: ReadContext, transaction: PendingTransaction): WireItem {
  const { from, to, input } = transaction
  const decimal = (hex: string | null) => (hex === null ? null : BigInt(hex).toString())
  const receiver = to === null ? null : context.addressOf(to)
  const nonce = Number(transaction.nonce)
  return {
    hash: transaction.hash,
    timestamp: null,
    block_number: null,
    position: null,
    nonce: Number.isSafeInteger(nonce) ? nonce : String(transaction.nonce),
    confirmations: 0,
    confirmation_duration: [],
    status: null,
    result: 'pending',
    type: transaction.type,
    method: receiver === null ? null : context.methodName(input.slice(0, 10), receiver),
    from: addressItem(context, from),
    to: to === null ? null : addressItem(context, to),
    created_contract: null,
    value: decimal(transaction.value),
    fee: {
      type: 'maximum',
      value: (BigInt(transaction.gasLimit) * BigInt(transaction.gasPrice)).toString(),
    },
    gas_limit: decimal(transaction.gasLimit),
    gas_used: null,
    gas_price: decimal(transaction.gasPrice),
    base_fee_per_gas: null,
    max_fee_per_gas: decimal(transaction.maxFee),
    max_priority_fee_per_gas: decimal(transaction.maxTip),
    priority_fee: null,
    transaction_burnt_fee: null,
    exchange_rate: null,
    revert_reason: null,
    has_error_in_internal_transactions: null,
    raw_input: input,
    decoded_input:
      to === null ? null : context.abis.decodeInput(input as Hex, to, () => isNft(context, receiver)),
    token_transfers: null,
    token_transfers_overflow: null,
    transaction_types: typesOf(transaction),
    transaction_tag: null,
    actions: [],
  }
}

/** The index may not know it yet. */
function addressItem(context: ReadContext, hash: string): WireItem {
  const id = context.addressOf(hash)
  return id === null ? unknownAddress(hash) : context.addresses.item(id)
}

function typesOf({ to, input, value }: PendingTransaction): string[] {
  return [
    ...(to === null ? ['contract_creation'] : input === '0x' ? [] : ['contract_call']),
    ...(BigInt(value) > 0n ? ['coin_transfer'] : []),
  ]
}
